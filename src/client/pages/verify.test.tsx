import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Passkey } from '../../shared/schemas/passkeys.ts';
import {
  anEnrolledStatus,
  aPasskey,
  aPasswordStatus,
  aPendingSignIn,
  aSecondFactorStatus,
  FRESH,
} from '../../testing/client/answers.ts';
import { Failure, renderApp, type Answers } from '../../testing/client/render-app.tsx';
import { plainBrand } from '../../shared/brand.ts';

const BACK = 'https://app.example/transfers?to=7';
/** The request of an app that waits for an answer. */
const WAITING = 'client_id=notes&state=s%201';
const DENIED = 'http://127.0.0.1:51004/?error=access_denied&state=s%201';
const addressFor = (level: number, callbackUrl = BACK) =>
  `/verify?level=${level}&callbackUrl=${encodeURIComponent(callbackUrl)}`;
const brand = { ...plainBrand('http://localhost:3000'), appUrl: 'https://app.example/' };

function render(
  address: string,
  session: NonNullable<Answers['session']>,
  status = anEnrolledStatus(),
  passkeys: Passkey[] = [],
) {
  return renderApp(
    address,
    {
      session: session,
      password: { get: () => aPasswordStatus({ changedAt: '2026-10-02T09:00:00.000Z' }) },
      authorizations: {
        deny: ({ request }) => {
          if (request !== WAITING) throw new Failure('OAUTH_CLIENT_UNKNOWN');
          return { url: DENIED };
        },
      },
      passkeys: { list: () => ({ passkeys, signals: null }) },
      secondFactor: {
        get: () => status,
        beginTotp: () => ({ enrolment: 'sealed', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Foyer' }),
        confirmTotp: () => ({ status: anEnrolledStatus(), recoveryCodes: null }),
      },
    },
    { page: { brand } },
  );
}

const typePassword = async (app: ReturnType<typeof render>) => {
  await app.fill(await screen.findByLabelText('Password'), 'correct horse battery staple{Enter}');
};

test('asks on the page for level 1, and returns to the application', async () => {
  using app = render(addressFor(1), { reauthenticate: () => FRESH });
  await typePassword(app);
  await waitFor(() => expect(app.left).toEqual([BACK]));
});

test('asks for both steps for level 2, and returns to the application', async () => {
  using app = render(addressFor(2), {
    reauthenticate: () => ({ status: 'second-factor' }),
    pending: () => aPendingSignIn(),
    completeSignIn: () => ({ ...FRESH, callbackUrl: '/account' }),
  });
  await typePassword(app);
  await app.fill(await screen.findByLabelText('Code from your authenticator app'), '123456');
  await waitFor(() => expect(app.left).toEqual([BACK]));
});

test('never returns to another site', async () => {
  using app = render(addressFor(1, 'https://evil.example/'), { reauthenticate: () => FRESH });
  await typePassword(app);
  await waitFor(() => expect(app.left).toEqual(['https://app.example/']));
});

test('has one heading, no dialog, and a calm way out', async () => {
  using app = render(addressFor(1), {});
  await screen.findByLabelText('Password');
  expect(screen.getAllByText('Verify it’s you')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/a while ago/)).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(app.left).toEqual(['https://app.example/']));
});

test('offers to set up a second factor to somebody without one, and then returns', async () => {
  using app = render(addressFor(2), {}, aSecondFactorStatus());
  expect(await screen.findByRole('heading', { name: 'Set up a second step' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
  await app.fill(await screen.findByLabelText('Code that the app shows now'), '123456');
  await waitFor(() => expect(app.left).toEqual([BACK]));
});

test.for([
  ['says no to the app that waits', `/oauth/authorize?${WAITING}`, DENIED],
  ['leaves a request that cannot be answered', '/oauth/authorize?client_id=unknown', 'https://app.example/'],
])('"Not now" %s', async ([, callbackUrl, expected]) => {
  using app = render(addressFor(2, callbackUrl), {}, aSecondFactorStatus());
  await app.user.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(app.left).toEqual([expected]));
});

test('offers only a passkey where the operator has turned authenticator apps off', async () => {
  vi.stubGlobal('PublicKeyCredential', PASSKEYS_IN_THE_BROWSER);
  using _app = render(addressFor(2), {}, aSecondFactorStatus({ policy: 'off' }));
  expect(await screen.findByRole('button', { name: 'Create a passkey' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull();
});

test('says so where neither the operator nor the browser has a second step', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  using app = render(addressFor(2), {}, aSecondFactorStatus({ policy: 'off' }));
  expect(await screen.findByText(/This site does not offer two-step verification\./)).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(app.left).toEqual(['https://app.example/']));
});

test('goes on after a verification at a provider, without another question', async () => {
  using app = render(`${addressFor(1)}&outcome=verified&provider=demo-one`, {});
  await waitFor(() => expect(app.left).toEqual([BACK]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says what failed at a provider', async () => {
  using _app = render(`${addressFor(1)}&error=AccessDenied&provider=demo-one`, {});
  expect((await screen.findByRole('alert')).textContent).toContain('AccessDenied');
});

const PASSKEYS_IN_THE_BROWSER = { parseRequestOptionsFromJSON: (options: unknown) => options };
const withOnePasskey = () => aSecondFactorStatus({ passkeys: 1 });

test('offers only the passkey for level 2 to somebody whose other methods lead to no second step', async () => {
  vi.stubGlobal('PublicKeyCredential', PASSKEYS_IN_THE_BROWSER);
  using _app = render(addressFor(2), {}, withOnePasskey(), [aPasskey()]);
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: /Send a code/ })).toBeNull();
});

test('offers the password for level 1 beside the passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', PASSKEYS_IN_THE_BROWSER);
  using _app = render(addressFor(1), {}, withOnePasskey(), [aPasskey()]);
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeDefined();
  expect(screen.getByLabelText('Password')).toBeDefined();
});

test('offers to set up an authenticator app where the browser cannot use the only passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  using _app = render(addressFor(2), {}, withOnePasskey(), [aPasskey()]);
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks for the first step again when the second one is over in another tab', async () => {
  using app = render(addressFor(2), {
    reauthenticate: () => ({ status: 'second-factor' }),
    pending: () => null,
  });
  await typePassword(app);
  expect((await screen.findByRole('alert')).textContent).toContain('This sign-in took too long');
  expect(screen.getByLabelText('Password')).toBeDefined();
});
