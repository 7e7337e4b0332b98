import '../../testing/client/browser.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

test('a busy button keeps the focus, and neither acts nor submits again', async () => {
  const events: string[] = [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    events.push('submit');
  };
  const form = (isBusy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" loading={isBusy} onClick={() => events.push('click')}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const user = userEvent.setup();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.click(button);
  expect(events).toEqual(['click', 'submit']);
  rerender(form(true));
  // A browser takes the focus away from an element that becomes `disabled`.
  expect(button.disabled).toBe(false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(events).toEqual(['click', 'submit']);
});
