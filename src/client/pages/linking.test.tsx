import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import {
  aPasswordStatus,
  aPendingLink,
  aProfile,
  aSession,
  anAccount,
  PROVIDERS,
} from '../../testing/answers.ts';
import { Failure, NetworkDown, renderApp, type Answers } from '../../testing/render-app.tsx';

const EXISTS = '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount';
const METHODS: PendingLink['methods'] = [
  { id: 'demo-two', name: 'Demo Two', type: 'oidc' },
  { id: 'email', name: 'Email', type: 'email' },
];

interface Stage {
  session: ReturnType<typeof aSession> | null;
  pending: PendingLink | null;
}

function world(stage: Stage, changes: Answers = {}): Answers {
  const enter = (session: ReturnType<typeof aSession>, callbackUrl: string) => {
    stage.session = session;
    return { session, callbackUrl };
  };
  return {
    session: {
      get: () => stage.session,
      requestLink: ({ email }) => ({ email, resendAfter: 30 }),
      signInWithCode: ({ callbackUrl }) => {
        if (stage.pending) stage.pending = { ...stage.pending, methods: METHODS };
        return enter(aSession(), callbackUrl ?? '/account');
      },
      signInWith: () => ({ url: 'https://identity.example/authorize' }),
      signOut: () => {
        stage.session = null;
        return { signedOut: true };
      },
      continueWithoutAddress: () => {
        stage.pending = null;
        return enter(aSession({ email: null }), '/account');
      },
      ...changes.session,
    },
    providers: { list: () => [...PROVIDERS] },
    profile: { get: () => aProfile() },
    password: { get: () => aPasswordStatus() },
    accounts: {
      list: () => [anAccount()],
      pendingLink: () => stage.pending,
      resumeLink: () => {
        const callbackUrl = stage.pending?.callbackUrl ?? '/account';
        stage.pending = null;
        return { outcome: 'linked', callbackUrl };
      },
      ...changes.accounts,
    },
  };
}

function inputOf(app: ReturnType<typeof renderApp>, procedure: string): unknown {
  return app.calls.find((call) => call.procedure === procedure)?.input;
}

test('an account that exists offers the ways of its owner, who comes to /resume-link afterwards', async () => {
  using app = renderApp(EXISTS, world({ session: null, pending: aPendingLink({ methods: METHODS }) }));
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
  expect(app.container.textContent).toContain('Sign in with Demo Two or e-mail to connect Demo One');
  await app.user.click(screen.getByRole('button', { name: 'Sign in with Demo Two' }));
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/authorize']));
  expect(inputOf(app, 'session.signInWith')).toEqual({ provider: 'demo-two', callbackUrl: '/resume-link' });
});

test('its owner signs in by a code in place, and is told on arrival that it is connected', async () => {
  using app = renderApp(EXISTS, world({ session: null, pending: aPendingLink({ methods: METHODS }) }));
  await app.user.click(await screen.findByRole('button', { name: 'Send a code to ada@example.com' }));
  await app.user.type(await screen.findByLabelText('Code from the mail'), '123456');
  expect(
    await screen.findByText('Demo One is connected. You can sign in with it from now on.'),
  ).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(inputOf(app, 'session.requestLink')).toEqual({
    email: 'ada@example.com',
    callbackUrl: '/resume-link',
  });
  expect(app.calls.filter(({ procedure }) => procedure === 'accounts.resumeLink')).toHaveLength(1);
});

test('"Not now" leads to the usual page, and connects nothing', async () => {
  using app = renderApp(EXISTS, world({ session: null, pending: aPendingLink({ methods: METHODS }) }));
  await app.user.click(await screen.findByRole('link', { name: /^Not now/ }));
  expect(await screen.findByLabelText('E-mail address')).toBeDefined();
  expect(app.address()).toBe('/sign-in?callbackUrl=%2Faccount');
});

test('a way that was cancelled at its provider still offers the others, and says what happened', async () => {
  using app = renderApp(
    '/sign-in?error=OAuthCallback&callbackUrl=%2Fresume-link',
    world({ session: null, pending: aPendingLink({ methods: METHODS }) }),
  );
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Code: OAuthCallback');
  expect(app.left).toEqual([]);
});

test.each([
  ['it is gone', null],
  ['its address is not proven', aPendingLink()],
])('without anything to connect the plain words stay: %s', async (_name, pending) => {
  using app = renderApp(EXISTS, world({ session: null, pending }));
  expect((await screen.findByRole('alert')).textContent).toContain('Code: OAuthAccountNotLinked');
  expect(screen.getByLabelText('E-mail address')).toBeDefined();
  expect(app.left).toEqual([]);
});

test('an address that is only claimed is confirmed by a code', async () => {
  using app = renderApp('/confirm-address', world({ session: null, pending: aPendingLink() }));
  expect(await screen.findByRole('heading', { name: 'Confirm your address' })).toBeDefined();
  expect(app.container.textContent).toContain('Demo One says that ada@example.com is your address.');
  expect(app.container.textContent).not.toMatch(/account|exist|already|known/i);
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }));
  await app.user.type(await screen.findByLabelText('Code from the mail'), '123456');
  expect(await screen.findByText(/Demo One is connected\./)).toBeDefined();
  expect(inputOf(app, 'session.requestLink')).toMatchObject({ callbackUrl: '/resume-link' });
});

test('a person may go on without the address', async () => {
  using app = renderApp('/confirm-address', world({ session: null, pending: aPendingLink() }));
  await app.user.click(await screen.findByRole('button', { name: 'Go on without this address' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(inputOf(app, 'accounts.resumeLink')).toBeUndefined();
});

test('what took too long says so and leads back to the start', async () => {
  const stage: Stage = { session: null, pending: aPendingLink() };
  using app = renderApp(
    '/confirm-address',
    world(stage, {
      session: {
        continueWithoutAddress: () => {
          stage.pending = null;
          throw new Failure('LINK_EXPIRED');
        },
      },
    }),
  );
  await app.user.click(await screen.findByRole('button', { name: 'Go on without this address' }));
  expect(await screen.findByText('Code: LINK_EXPIRED')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  expect(app.left).toEqual([]);
});

test.each([
  ['finished in another tab', aSession(), null, '/account'],
  ['proven in another tab', aSession(), aPendingLink({ methods: METHODS }), '/account'],
  [
    'of a provider that is trusted',
    null,
    aPendingLink({ methods: METHODS }),
    '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount',
  ],
])('coming back to /confirm-address when it is %s goes on', async (_name, session, pending, address) => {
  using app = renderApp('/confirm-address', world({ session, pending }));
  await waitFor(() => expect(app.address()).toBe(address));
});

test('a service that cannot answer is not taken for nothing waiting', async () => {
  let isDown = true;
  const stage: Stage = { session: null, pending: aPendingLink() };
  using app = renderApp(
    '/confirm-address',
    world(stage, {
      accounts: {
        pendingLink: () => {
          if (isDown) throw new NetworkDown();
          return stage.pending;
        },
      },
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('UNAVAILABLE');
  isDown = false;
  expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeDefined();
  expect(app.left).toEqual([]);
});

test('who signed in as somebody else is told, and can sign out and try again', async () => {
  const stage: Stage = {
    session: aSession({ email: 'eve@example.com' }),
    pending: aPendingLink({ methods: METHODS }),
  };
  using app = renderApp(
    '/resume-link',
    world(stage, {
      accounts: {
        resumeLink: () => {
          throw new Failure('OAuthAccountNotLinked');
        },
      },
    }),
  );
  expect(await screen.findByRole('heading', { name: 'You signed in as somebody else' })).toBeDefined();
  expect(app.container.textContent).toContain('You are signed in as eve@example.com.');
  await app.user.click(screen.getByRole('button', { name: 'Sign out and try again' }));
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined();
});

test.each([
  ['LINK_EXPIRED', 'This attempt to connect an account is over'],
  ['ACCOUNT_BELONGS_TO_OTHER', 'This account is already connected to another user here.'],
] as const)('%s at the end has its words and a way on', async (code, words) => {
  using app = renderApp(
    '/resume-link',
    world(
      { session: aSession(), pending: aPendingLink({ methods: METHODS }) },
      {
        accounts: {
          resumeLink: () => {
            throw new Failure(code);
          },
        },
      },
    ),
  );
  expect(await screen.findByRole('heading', { name: 'Demo One was not connected' })).toBeDefined();
  expect(screen.getByText(new RegExp(words))).toBeDefined();
  await app.user.click(screen.getByRole('link', { name: 'See your sign-in methods' }));
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test.each([
  ['nothing waits', null, '/sign-in?error=LINK_EXPIRED'],
  ['the address is not proven', aPendingLink(), '/confirm-address'],
  [
    'the address is proven',
    aPendingLink({ methods: METHODS }),
    '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount',
  ],
])('nobody signed in at /resume-link is led back: %s', async (_name, pending, address) => {
  using app = renderApp('/resume-link', world({ session: null, pending }));
  await waitFor(() => expect(app.address()).toBe(address));
});

test('a reload of /resume-link when all is done has a way on', async () => {
  using app = renderApp('/resume-link', world({ session: aSession(), pending: null }));
  expect(await screen.findByRole('heading', { name: 'Nothing left to connect' })).toBeDefined();
  expect(inputOf(app, 'accounts.resumeLink')).toBeUndefined();
});

test('a sign-in that was a while ago is verified first, then it goes on', async () => {
  let isFresh = false;
  const stage: Stage = { session: aSession(), pending: aPendingLink({ methods: METHODS }) };
  using app = renderApp(
    '/resume-link',
    world(stage, {
      session: {
        reauthenticate: ({ method }) => {
          if (method === 'email') return { status: 'code-sent', email: 'ada@example.com', resendAfter: 30 };
          isFresh = true;
          return { status: 'fresh', authenticatedAt: '2026-11-20T10:00:00.000Z' };
        },
      },
      accounts: {
        resumeLink: () => {
          if (!isFresh) throw new Failure('SESSION_NOT_FRESH');
          stage.pending = null;
          return { outcome: 'linked', callbackUrl: '/account/sign-in-methods' };
        },
      },
    }),
  );
  await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.keyboard('{Escape}');
  // Closed by mistake: the page behind it offers the same again.
  await app.user.click(await screen.findByRole('button', { name: 'Verify it’s you' }));
  await app.user.click(await screen.findByRole('button', { name: /^Send a code/ }));
  await app.user.type(await screen.findByLabelText('Code from the mail'), '123456');
  expect(await screen.findByText(/Demo One is connected\./)).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});
