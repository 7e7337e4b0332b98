interface FormState {
  readonly values: ReadonlyMap<string, string>;
  readonly focused: Focused | null;
}

interface Focused {
  /** Finds the same element in the new page. */
  readonly isSame: (element: HTMLElement) => boolean;
  readonly selection: readonly [number, number, 'forward' | 'backward' | 'none'] | null;
}

/**
 * Replaces the server's sign-in form (`server/pages/sign-in-page.ts`) with the application, and keeps the typed text and the focus. `render`
 * must be synchronous, so that no key press is lost in between.
 *
 * This is not React hydration: hydration needs markup that React itself rendered, so the server would have to run the application.
 */
export function replaceServerForm(root: HTMLElement, render: () => void): void {
  const formState = readFormState(root);
  render();
  for (const [name, value] of formState.values) type(root, name, value);
  const { focused } = formState;
  if (focused === null) return;
  const controls = root.querySelectorAll<HTMLElement>('input, button, a[href]');
  const control = [...controls].find(focused.isSame);
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLInputElement && focused.selection !== null) {
    control.setSelectionRange(...focused.selection);
  }
}

function readFormState(root: HTMLElement): FormState {
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
  const text = textOf(element);
  return {
    isSame: (other) => other.tagName === element.tagName && textOf(other) === text,
    selection: null,
  };
}

/** The server's markup has line breaks where React's has none. */
function textOf(element: HTMLElement): string {
  return element.textContent.replaceAll(/\s/g, '');
}

/** Sets the value with the native setter and an `input` event, because React ignores a change by its own setter. */
function type(root: HTMLElement, name: string, value: string): void {
  const input = [...root.querySelectorAll('input')].find((each) => each.name === name);
  if (!input || input.value === value) return;
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  native?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
