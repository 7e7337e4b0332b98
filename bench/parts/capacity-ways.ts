import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../src/shared/schemas/passkeys.ts';
import { SoftwareAuthenticator } from '../../src/testing/app/software-authenticator.ts';
import { PROVIDER } from '../seeds/peers.ts';
import type { CheapProvider } from './cheap-provider.ts';
import type { atProvider, Browser } from './sign-ins.ts';

/** Of all people. */
export const PASSWORD = 'lasagne by candlelight';

export function signInByPassword(browser: Browser, email: string): Promise<string> {
  return browser.post('/trpc/password.signIn', { email, password: PASSWORD });
}

export async function signInByProvider(
  browser: Browser,
  provider: CheapProvider,
  at: ReturnType<typeof atProvider>,
): Promise<void> {
  const { url } = answerOf<{ url: string }>(
    await browser.post('/trpc/session.signInWith', { provider: PROVIDER }),
  );
  await browser.get(provider.authorize(url, at));
}

/** Gives the person who is signed in a passkey. */
export async function registerPasskey(browser: Browser, origin: string): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator({ origin });
  const { options } = answerOf<{ options: PasskeyCreationOptions }>(
    await browser.post('/trpc/passkeys.begin', {}),
  );
  await browser.post('/trpc/passkeys.finish', { credential: authenticator.create(options) });
  return authenticator;
}

export async function signInByPasskey(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
): Promise<string> {
  const { options } = answerOf<{ options: PasskeyRequestOptions }>(
    await browser.post('/trpc/session.beginPasskey', {}),
  );
  return browser.post('/trpc/session.signInWithPasskey', { passkey: authenticator.get(options) });
}

function answerOf<Data>(body: string): Data {
  return (JSON.parse(body) as { result: { data: Data } }).result.data;
}
