import { afterEach, describe, expect, it } from 'vitest';
import { replaceServerForm } from './replace-server-form.ts';

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

describe('replacing the server’s form', () => {
  afterEach(() => document.body.replaceChildren());

  it('keeps the typed text, the focus and the selection', () => {
    const root = makeRoot();
    const before = fieldIn(root, 'email');
    before.value = 'ada@example.test';
    before.focus();
    before.setSelectionRange(2, 5, 'backward');
    const heard: string[] = [];
    replaceServerForm(root, () => {
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

  it('focuses the same button again', () => {
    const root = makeRoot();
    root.querySelectorAll('button')[1]?.focus();
    replaceServerForm(root, () => {
      root.innerHTML = FORM.replaceAll('> ', '>');
    });
    expect(document.activeElement).toBe(root.querySelectorAll('button')[1]);
  });

  it('ignores fields that the new page does not have', () => {
    const root = makeRoot();
    fieldIn(root, 'password').focus();
    replaceServerForm(root, () => {
      root.innerHTML = '<h1>Signed in</h1>';
    });
    expect(root.innerHTML).toBe('<h1>Signed in</h1>');
    expect(document.activeElement).toBe(document.body);
  });
});
