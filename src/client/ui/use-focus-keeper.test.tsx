import '../../testing/client/browser.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';

afterEach(cleanup);

/** Its second section replaces its form by a text, or its button by another that takes the focus. */
function Page({ takesFocus = false }: { readonly takesFocus?: boolean }) {
  const main = useRef<HTMLElement>(null);
  const [isDone, setDone] = useState(false);
  useFocusKeeper(main);
  return (
    <main ref={main}>
      <h1>Methods</h1>
      <section>
        <h2>Address</h2>
      </section>
      <section>
        <h2>Password</h2>
        {isDone ? (
          <p ref={(text) => (takesFocus ? text?.focus() : undefined)} tabIndex={-1}>
            Done
          </p>
        ) : (
          <form>
            <Button onClick={() => setDone(true)}>Cancel</Button>
          </form>
        )}
      </section>
      <Button>Other</Button>
    </main>
  );
}

const focusedText = () => document.activeElement?.textContent;

test('moves the focus to the heading of the section when the focused button is removed', async () => {
  render(<Page />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(focusedText()).toBe('Password'));
});

test('leaves the focus on what appeared and took it', async () => {
  render(<Page takesFocus />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  expect(focusedText()).toBe('Done');
});

test('moves no focus that the person has put on the page itself', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'Other' }).focus();
  screen.getByRole('button', { name: 'Other' }).blur();
  // Something else on the page changes.
  screen.getByRole('heading', { name: 'Address' }).remove();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  expect(document.activeElement).toBe(document.body);
});
