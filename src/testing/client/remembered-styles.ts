/** The browser's style sheet displays these by more than their name. */
const BY_MORE_THAN_NAME: ReadonlySet<string> = new Set(['dialog', 'summary']);

/**
 * After every change, Testing Library asks for the style of each element that a role could find and of those
 * above it: 60 ms in jsdom for 200 elements. Where only an element's name decides its display, jsdom is asked
 * once for each name. Returns a function that restores jsdom's own answers.
 */
export function rememberStyles(window: Window): () => void {
  const original = window.getComputedStyle;
  const computed = original.bind(window);
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    const { localName } = element;
    const isByName =
      !BY_MORE_THAN_NAME.has(localName) &&
      !element.hasAttribute('hidden') &&
      !element.hasAttribute('popover') &&
      !hasStyle(element, 'display');
    if (!isByName) return computed(element).display;
    const name = `${localName} ${localName === 'input' ? element.getAttribute('type') : ''}`;
    let display = displays.get(name);
    if (display === undefined) displays.set(name, (display = computed(element).display));
    return display;
  }

  function visibilityOf(element: Element): string {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (each.hasAttribute('hidden') || hasStyle(each, 'visibility')) return computed(element).visibility;
    return 'visible';
  }

  window.getComputedStyle = (element, pseudoElement) => {
    const isStyled = element.ownerDocument.styleSheets.length > 0;
    if (pseudoElement || isStyled) return computed(element, pseudoElement);
    const rememberedOf = (name: string | symbol) =>
      name === 'display' ? displayOf(element) : name === 'visibility' ? visibilityOf(element) : undefined;
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) => rememberedOf(property) ?? computed(element).getPropertyValue(property);
        const remembered = rememberedOf(name);
        if (remembered !== undefined) return remembered;
        const style = computed(element);
        const value: unknown = Reflect.get(style, name, style);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
  };
  return () => void (window.getComputedStyle = original);
}

const hasStyle = (element: Element, property: string) =>
  element.getAttribute('style')?.includes(property) ?? false;
