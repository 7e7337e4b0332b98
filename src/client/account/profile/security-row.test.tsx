import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  aPasskey,
  aPasskeyList,
  aPasswordStatus,
  aSecondFactorStatus,
  aSession,
  anAccount,
  anEmailStatus,
} from '../../../testing/client/answers.ts';
import { renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const PASSWORD = { get: () => aPasswordStatus({ changedAt: '2026-11-02T09:00:00.000Z' }) };
const PASSKEYS = { list: () => aPasskeyList(aPasskey(), aPasskey({ id: 'cGFzc2tleS0y' })) };

async function openRow(answers: Answers) {
  const app = renderApp('/account', answers);
  await screen.findByText(/^(?:Verified|Unverified|No) address$/);
  const row = within(screen.getByRole('region', { name: 'Security' }));
  const step = row.queryByRole('link') ?? row.queryByRole('button');
  const lines = screen.getByRole('region', { name: 'Security' }).querySelectorAll('li, p');
  return {
    app,
    row,
    texts: [...lines].map(({ textContent }) => textContent),
    step: step?.textContent ?? null,
    href: step?.getAttribute('href'),
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

test('a protected account has nothing left to do', async () => {
  using opened = await openRow({
    password: PASSWORD,
    passkeys: PASSKEYS,
    accounts: { list: () => [anAccount()] },
    secondFactor: { get: () => aSecondFactorStatus({ isOn: true }) },
  });
  expect(opened.texts).toEqual([
    'Password, 2 passkeys, and connected account',
    'Two-step verification is on',
    'Verified address',
    'Nothing is left to do.',
  ]);
  expect(opened.step).toBeNull();
});

test.for<[string, Answers, string | null, string | null]>([
  [
    'no address',
    { email: { get: () => anEmailStatus({ email: null, verified: false }) } },
    'Add an address',
    '/account#email',
  ],
  ['one sign-in method', {}, 'Add a sign-in method', '/account/sign-in-methods'],
  [
    'no second factor',
    { password: PASSWORD, secondFactor: { get: () => aSecondFactorStatus() } },
    'Set up a second step',
    '/account/sign-in-methods',
  ],
  ['no second factor where it is off', { password: PASSWORD }, null, null],
])('offers the next step with %s', async ([, answers, step, href]) => {
  using opened = await openRow(answers);
  expect(opened.step).toBe(step);
  expect(opened.href ?? null).toBe(href);
});

test('offers a passkey first, where the browser has passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => ({}) });
  using opened = await openRow({ password: PASSWORD });
  vi.unstubAllGlobals();
  expect(opened.step).toBe('Create a passkey');
  expect(opened.href).toBe('/add-passkey?callbackUrl=%2Faccount');
});

test('leads to the row of an unverified address, as often as it is pressed', async () => {
  using opened = await openRow({
    email: {
      get: () => anEmailStatus({ verified: false }),
      change: ({ email }) => ({ email, expires: '2026-11-21T09:00:00.000Z', resendAfter: 60 }),
    },
  });
  const button = screen.getByRole('button', { name: 'Confirm this address' });
  for (let press = 0; press < 2; press++) {
    await opened.app.user.click(opened.row.getByRole('link', { name: 'Confirm your address' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  }
  expect(opened.app.inputsOf('email.change')).toEqual([]);
  await opened.app.user.click(button);
  await screen.findByLabelText('Code from the mail');
  expect(opened.app.inputsOf('email.change')).toEqual([{ email: 'ada@example.com' }]);
  expect(opened.row.getByText('The code is in your mail. Enter it below.')).toBeDefined();
});

test('offers no step while an administrator acts as the person', async () => {
  using opened = await openRow({
    session: {
      get: () => ({
        ...aSession(),
        impersonation: { administratorId: 'admin-1', administratorName: 'Grace', reason: 'Ticket 4711' },
      }),
    },
  });
  expect(opened.texts.slice(0, 2)).toEqual(['Link or code by mail', 'Verified address']);
  expect(opened.step).toBeNull();
});
