import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPendingLink, aSession } from '../../testing/client/answers.ts';
import { CONSENT, METHODS, openWaiting, type Stage } from '../../testing/providers/linking-answers.ts';
import { Failure, failWith } from '../../testing/client/render-app.tsx';

test('/resume-link asks and connects nothing before "Connect"', async () => {
  using app = openWaiting('/resume-link', { session: aSession() });
  expect(await screen.findByRole('heading', { name: 'Connect Demo One?' })).toBeDefined();
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Demo One',
    'ada',
    'subject-of-ada',
  ]);
  expect(app.inputsOf('accounts.resumeLink')).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText(/Demo One is connected\./)).toBeDefined();
  expect(app.inputsOf('accounts.resumeLink')[0]).toEqual(CONSENT);
});

test('/resume-link continues without a connection after "Don’t connect"', async () => {
  using app = openWaiting('/resume-link', { session: aSession() });
  await app.user.click(await screen.findByRole('button', { name: 'Don’t connect' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(app.inputsOf('accounts.denyLink')[0]).toEqual(CONSENT);
  expect(app.inputsOf('accounts.resumeLink')[0]).toBeUndefined();
});

test('shows another pending account and asks again', async () => {
  const stage: Partial<Stage> = { session: aSession() };
  using app = openWaiting('/resume-link', stage, {
    accounts: {
      resumeLink: () => {
        stage.pending = aPendingLink({ id: '65a00000000000000000000d', providerAccountId: 'another' });
        throw new Failure('LINK_CHANGED');
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Connect' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Code: LINK_CHANGED');
  expect(await screen.findByText('another')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Connect' })).toBeDefined();
});

test('tells a different person to sign out and try again', async () => {
  using app = openWaiting('/resume-link', { session: aSession({ email: 'eve@example.com' }) });
  expect(await screen.findByRole('heading', { name: 'You signed in as somebody else' })).toBeDefined();
  expect(app.container.textContent).toContain('You are signed in as eve@example.com.');
  await app.user.click(screen.getByRole('button', { name: 'Sign out and try again' }));
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
});

test.each([
  ['LINK_EXPIRED', 'This request to connect an account was finished already'],
  ['ACCOUNT_BELONGS_TO_OTHER', 'This account is already connected to another user here.'],
] as const)('shows the text and the next step for %s', async (code, words) => {
  const answers = { accounts: { resumeLink: failWith(code) } };
  using app = openWaiting('/resume-link', { session: aSession() }, answers);
  await app.user.click(await screen.findByRole('button', { name: 'Connect' }));
  expect(await screen.findByRole('heading', { name: 'Demo One was not connected' })).toBeDefined();
  expect(screen.getByText(new RegExp(words))).toBeDefined();
  await app.user.click(screen.getByRole('link', { name: 'See your sign-in methods' }));
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test.each([
  ['nothing waits', null, '/sign-in?error=LINK_EXPIRED'],
  ['the address is not verified', aPendingLink(), '/confirm-address'],
  [
    'the address is verified',
    aPendingLink({ methods: METHODS }),
    '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount',
  ],
])('redirects a signed-out person from /resume-link: %s', async (_name, pending, address) => {
  using app = openWaiting('/resume-link', { pending });
  await waitFor(() => expect(app.address()).toBe(address));
});

test('shows a next step after a reload of /resume-link', async () => {
  using app = openWaiting('/resume-link', { session: aSession(), pending: null });
  expect(await screen.findByRole('heading', { name: 'Nothing left to connect' })).toBeDefined();
  expect(app.inputsOf('accounts.resumeLink')[0]).toBeUndefined();
});
