import { afterEach, describe, expect, it } from 'vitest';
import { takeOver } from './take-over.ts';

const FORM =
  '<form><input type="hidden" name="csrfToken" value="x"><input type="text" name="email"><input type="password" name="password"></form><button>Other</button><button> <i>D</i> Go on</button>';

function makeRoot(): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = FORM;
  document.body.append(root);
  return root;
}

const fieldIn = (root: HTMLElement, name: string) => {
  const field = root.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};

describe('taking over the server’s form', () => {
  afterEach(() => document.body.replaceChildren());

  it('hands over what was typed, as typing, with focus and selection', () => {
    const root = makeRoot();
    const before = fieldIn(root, 'email');
    before.value = 'ada@example.test';
    before.focus();
    before.setSelectionRange(2, 5, 'backward');
    const heard: string[] = [];
    takeOver(root, () => {
      root.innerHTML = FORM;
      root.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).name));
    });
    const email = fieldIn(root, 'email');
    expect(email).not.toBe(before);
    expect(email.value).toBe('ada@example.test');
    expect(heard).toEqual(['email']);
    expect(document.activeElement).toBe(email);
    expect([email.selectionStart, email.selectionEnd, email.selectionDirection]).toEqual([2, 5, 'backward']);
  });

  it('finds the button again that had the focus', () => {
    const root = makeRoot();
    root.querySelectorAll('button')[1]?.focus();
    takeOver(root, () => {
      root.innerHTML = FORM.replaceAll('> ', '>');
    });
    expect(document.activeElement).toBe(root.querySelectorAll('button')[1]);
  });

  it('loses nothing of a page that is another one', () => {
    const root = makeRoot();
    fieldIn(root, 'password').focus();
    takeOver(root, () => {
      root.innerHTML = '<h1>Signed in</h1>';
    });
    expect(root.innerHTML).toBe('<h1>Signed in</h1>');
    expect(document.activeElement).toBe(document.body);
  });
});
