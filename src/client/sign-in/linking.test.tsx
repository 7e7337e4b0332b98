import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPendingLink } from '../../testing/client/answers.ts';
import { CONSENT, METHODS, openWaiting, type Stage } from '../../testing/providers/linking-answers.ts';
import { Failure } from '../../testing/client/render-app.tsx';

const EXISTS = '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount';

test('offers the owner’s sign-in methods for an existing account and continues at /resume-link', async () => {
  using app = openWaiting(EXISTS);
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
  expect(app.container.textContent).toContain('Sign in with Demo Two or email to connect Demo One');
  await app.user.click(screen.getByRole('button', { name: 'Sign in with Demo Two' }));
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/authorize']));
  expect(app.inputsOf('session.signInWith')[0]).toEqual({
    provider: 'demo-two',
    callbackUrl: '/resume-link',
  });
});

test('signs the owner in by a code and connects the shown account', async () => {
  using app = openWaiting(EXISTS);
  await app.user.click(await screen.findByRole('button', { name: 'Send a code to ada@example.com' }));
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Demo One',
    'ada',
    'subject-of-ada',
  ]);
  await app.fill(await screen.findByLabelText('Code from the mail'), '123456');
  expect(app.inputsOf('session.signInWithCode')[0], 'a code alone connects nothing').toBeUndefined();
  await app.user.click(screen.getByRole('button', { name: 'Sign in and connect Demo One' }));
  expect(
    await screen.findByText('Demo One is connected. You can sign in with it from now on.'),
  ).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(app.inputsOf('session.requestLink')[0]).toEqual({
    email: 'ada@example.com',
    callbackUrl: '/resume-link',
    connect: CONSENT,
  });
  expect(app.inputsOf('session.signInWithCode')[0]).toMatchObject({ code: '123456', connect: CONSENT });
  expect(app.inputsOf('accounts.resumeLink')[0]).toBeUndefined();
});

test('asks again when the code did not connect the account', async () => {
  const stage: Partial<Stage> = {};
  using app = openWaiting(EXISTS, stage);
  await app.user.click(await screen.findByRole('button', { name: 'Send a code to ada@example.com' }));
  // Another tab's sign-in at a provider waits by now.
  stage.pending = aPendingLink({
    id: '65a00000000000000000000d',
    providerAccountId: 'somebody-else',
    methods: METHODS,
  });
  await app.fill(await screen.findByLabelText('Code from the mail'), '123456');
  await app.user.click(screen.getByRole('button', { name: 'Sign in and connect Demo One' }));
  expect(await screen.findByRole('heading', { name: 'Connect Demo One?' })).toBeDefined();
  expect(await screen.findByText('somebody-else')).toBeDefined();
  expect(app.inputsOf('accounts.resumeLink')[0]).toBeUndefined();
});

test('"Don’t connect" goes to the sign-in page and connects nothing', async () => {
  using app = openWaiting(EXISTS);
  await app.user.click(await screen.findByRole('button', { name: 'Don’t connect' }));
  expect(await screen.findByLabelText('Email address')).toBeDefined();
  expect(app.address()).toBe('/sign-in?callbackUrl=%2Faccount');
  expect(app.inputsOf('accounts.denyLink')[0]).toEqual(CONSENT);
});

test('offers the other methods after a cancelled provider sign-in and shows the error', async () => {
  using app = openWaiting('/sign-in?error=OAuthCallback&callbackUrl=%2Fresume-link');
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Code: OAuthCallback');
  expect(app.left).toEqual([]);
});

test('says calmly on the page of a known address that the sign-in was cancelled', async () => {
  using app = openWaiting('/sign-in?error=OAuthCallback&cancelled=true&callbackUrl=%2Fresume-link');
  expect(
    await screen.findByText('The sign-in at the provider was cancelled. Nothing was changed.'),
  ).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(app.left).toEqual([]);
});

test.each([
  ['it is gone', null],
  ['its address is not verified', aPendingLink()],
])('shows only the error without a pending account: %s', async (_name, pending) => {
  using app = openWaiting(EXISTS, { pending });
  expect((await screen.findByRole('alert')).textContent).toContain('Code: OAuthAccountNotLinked');
  expect(screen.getByLabelText('Email address')).toBeDefined();
  expect(app.left).toEqual([]);
});

test('confirms a claimed address by a code', async () => {
  using app = openWaiting('/confirm-address', { pending: aPendingLink() });
  expect(await screen.findByRole('heading', { name: 'Confirm your address' })).toBeDefined();
  expect(app.container.textContent).toContain('Demo One says that ada@example.com is your address.');
  expect(app.container.textContent).not.toMatch(/exist|already|known/i);
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await app.fill(await screen.findByLabelText('Code from the mail'), '123456');
  expect(app.inputsOf('session.signInWithCode')[0], 'a code alone connects nothing').toBeUndefined();
  await app.user.click(screen.getByRole('button', { name: 'Confirm and connect Demo One' }));
  expect(await screen.findByText(/Demo One is connected\./)).toBeDefined();
  expect(app.inputsOf('session.requestLink')[0]).toMatchObject({ callbackUrl: '/resume-link' });
});

test('continues without the address', async () => {
  using app = openWaiting('/confirm-address', { pending: aPendingLink() });
  await app.user.click(await screen.findByRole('button', { name: 'Continue without this address' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(app.inputsOf('session.continueWithoutAddress')[0]).toEqual(CONSENT);
  expect(app.inputsOf('accounts.resumeLink')[0]).toBeUndefined();
});

test('explains an expired link and goes back to sign-in', async () => {
  const stage: Partial<Stage> = { pending: aPendingLink() };
  using app = openWaiting('/confirm-address', stage, {
    session: {
      continueWithoutAddress: () => {
        stage.pending = null;
        throw new Failure('LINK_EXPIRED');
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue without this address' }));
  expect(await screen.findByText('Code: LINK_EXPIRED')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  expect(app.left).toEqual([]);
});
