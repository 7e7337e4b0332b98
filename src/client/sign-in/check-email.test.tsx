import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signedIn } from '../../testing/client/answers.ts';
import { Failure, failWith, renderApp } from '../../testing/client/render-app.tsx';

const ADDRESS = '/check-email?email=ada%40example.com&callbackUrl=%2Faccount%2Fsign-in-methods';
const CODE = 'Code from the mail';

test('shows the address of the mail and the site', async () => {
  using app = renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your email' })).toBeDefined();
  const sentence = 'We sent a sign-in link and a code to ada@example.com.';
  expect(screen.getByText('ada@example.com').closest('p')?.textContent).toBe(sentence);
  expect(screen.getByText(location.host)).toBeDefined();
  expect(app.left).toEqual([]);
});

test('sends a pasted code once and goes to the callback URL', async () => {
  using app = renderApp(ADDRESS, { session: { signInWithCode: signedIn } });
  const field = await screen.findByLabelText(CODE);
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  await app.user.click(field);
  await app.user.paste('123 456');
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
  expect(app.inputsOf('session.signInWithCode')).toEqual([
    { email: 'ada@example.com', code: '123456', callbackUrl: '/account/sign-in-methods' },
  ]);
});

test('does not send five digits', async () => {
  using app = renderApp(ADDRESS, { session: { signInWithCode: signedIn } });
  await app.fill(await screen.findByLabelText(CODE), '12345{Enter}');
  expect(screen.getByText('Enter all 6 digits.')).toBeDefined();
  expect(app.inputsOf('session.signInWithCode')).toEqual([]);
});

test('shows a wrong code at the field and selects it', async () => {
  let isRight = false;
  using app = renderApp(ADDRESS, {
    session: {
      signInWithCode: (input) => {
        if (!isRight) throw new Failure('CODE_INVALID');
        return signedIn(input);
      },
    },
  });
  const field = await screen.findByLabelText(CODE);
  await app.fill(field, '111111');
  expect(await screen.findByText(/This code is not right\./)).toBeDefined();
  expect(document.activeElement).toBe(field);
  isRight = true;
  await app.user.clear(field);
  await app.fill(field, '222222');
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('shows a dead code above the field with its error code', async () => {
  using app = renderApp(ADDRESS, { session: { signInWithCode: failWith('CODE_DEAD') } });
  await app.fill(await screen.findByLabelText(CODE), '111111');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Code: CODE_DEAD · Request: request-1');
  expect(document.activeElement).toBe(alert);
});

test('allows a new mail only after the wait', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount', {
    session: { requestLink: ({ email }) => ({ email, resendAfter: 30 }) },
  });
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com{Enter}');
  const wait = await screen.findByRole('button', { name: /^Send it again in \d+ s$/ });
  expect(wait.hasAttribute('disabled')).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
  onTestFinished(() => void vi.useRealTimers());
  await app.user.click(await screen.findByRole('button', { name: 'Send it again' }));
  expect(await screen.findByText(/A new mail is on its way/)).toBeDefined();
  expect(app.inputsOf('session.requestLink')).toHaveLength(2);
});
