interface Typed {
  readonly values: ReadonlyMap<string, string>;
  readonly focused: Focused | null;
}

interface Focused {
  /** Finds the same thing among what takes its place. */
  readonly isSame: (element: HTMLElement) => boolean;
  readonly selection: readonly [number, number, 'forward' | 'backward' | 'none'] | null;
}

/**
 * Draws the application in the place of the server's own form (`server/pages/sign-in-page.ts`) and hands over what was typed into that and
 * where the focus was. `draw` must be done when it returns: between reading and handing over nobody can press a key.
 *
 * Handed over rather than hydrated: React keeps a server's markup only where it is React's to the last comment, which would have the
 * server run the application; and even then a value typed before is not in the application's state, and would have to be read.
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const typed = readTyped(root);
  draw();
  for (const [name, value] of typed.values) type(root, name, value);
  const { focused } = typed;
  if (focused === null) return;
  const controls = root.querySelectorAll<HTMLElement>('input, button, a[href]');
  const control = [...controls].find(focused.isSame);
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLInputElement && focused.selection !== null) {
    control.setSelectionRange(...focused.selection);
  }
}

function readTyped(root: HTMLElement): Typed {
  const values = new Map<string, string>();
  for (const input of root.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
    values.set(input.name, input.value);
  }
  const { activeElement } = document;
  const isOurs = activeElement instanceof HTMLElement && root.contains(activeElement);
  return { values, focused: isOurs ? readFocused(activeElement) : null };
}

function readFocused(element: HTMLElement): Focused {
  if (element instanceof HTMLInputElement) {
    const { name, selectionStart, selectionEnd, selectionDirection } = element;
    return {
      isSame: (other) => other instanceof HTMLInputElement && other.name === name,
      selection:
        selectionStart === null
          ? null
          : [selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none'],
    };
  }
  const words = lettersOf(element);
  return {
    isSame: (other) => other.tagName === element.tagName && lettersOf(other) === words,
    selection: null,
  };
}

/** The server's markup has line breaks where the application's has none. */
function lettersOf(element: HTMLElement): string {
  return element.textContent.replaceAll(/\s/g, '');
}

/** Types into a field of the application: React hears of it as of a key, since it is not told by its own setter. */
function type(root: HTMLElement, name: string, value: string): void {
  const input = [...root.querySelectorAll('input')].find((each) => each.name === name);
  if (!input || input.value === value) return;
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  native?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
