import { appCodeOf } from '../app/app-code.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { SoftwareAuthenticator, type Deviation } from './software-authenticator.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueBytes, uniqueEmail } from '../run/unique-name.ts';

/** What both ceremonies refuse (WebAuthn Level 3, 7.1 and 7.2). */
export const WRONG_ANSWERS: Readonly<Record<string, Deviation>> = {
  'of another origin': { origin: 'https://evil.example' },
  'of the same host on another port': { origin: 'http://localhost:1' },
  'of an origin that only begins as ours': { origin: 'http://localhost.evil.example' },
  'for another host': { rpId: 'evil.example' },
  'without user presence': { userPresent: false },
  'without user verification': { userVerified: false },
  'from a frame of another site, of a browser that does not name it': { crossOrigin: true },
  'from a frame of another site': { crossOrigin: true, topOrigin: 'https://evil.example' },
  'with the origin of another page': { topOrigin: 'https://evil.example' },
  'to a challenge that we did not make': { challenge: uniqueBytes().toString('base64url') },
  'that is backed up but not eligible for it': { backupEligible: false, backedUp: true },
};

/** The cookies that bind challenges to this browser. */
export const passkeyCookiesOf = (agent: HttpAgent): string[] =>
  [...agent.cookies.keys()].filter((name) => name.startsWith('foyer.passkey.'));

export function copyPasskeyCookies(from: HttpAgent, to: HttpAgent): void {
  for (const name of passkeyCookiesOf(from)) to.cookies.set(name, from.cookies.get(name) ?? '');
}

export async function createPasskey(
  app: TestApp,
  agent: HttpAgent,
  authenticator: SoftwareAuthenticator = new SoftwareAuthenticator({ origin: app.origin }),
  deviation: Deviation = {},
): Promise<SoftwareAuthenticator> {
  const { passkeys } = app.client(agent);
  const { options } = await passkeys.begin.mutate();
  await passkeys.finish.mutate({ credential: authenticator.create(options, deviation) });
  return authenticator;
}

/** Signs in with the newest passkey of an authenticator. */
export async function signInWithPasskey(
  app: TestApp,
  authenticator: SoftwareAuthenticator,
  agent: HttpAgent = app.agent(),
  deviation: Deviation = {},
): Promise<HttpAgent> {
  const { session } = app.client(agent);
  const { options } = await session.beginPasskey.mutate();
  await session.signInWithPasskey.mutate({ passkey: authenticator.get(options, deviation) });
  return agent;
}

/** A person with passkeys, signed in by the newest one. */
export async function aUserWithPasskeys(app: TestApp, count: number) {
  const email = uniqueEmail();
  const authenticator = new SoftwareAuthenticator({ origin: app.origin });
  let agent = await app.signInByMail(email);
  for (let i = 0; i < count; i++) {
    await createPasskey(app, agent, authenticator);
    agent = await signInWithPasskey(app, authenticator);
  }
  return { email, agent, ids: authenticator.passkeys.map(({ id }) => id) };
}

/** Removes passkeys at the same time. Returns the codes of the refused ones. */
export const removePasskeys = async (app: TestApp, agent: HttpAgent, ids: readonly string[]) => {
  const removals = ids.map((id) => appCodeOf(app.client(agent).passkeys.remove.mutate({ id })));
  const results = await Promise.allSettled(removals);
  return results.map((each) => (each.status === 'fulfilled' ? each.value : 'removed'));
};

/** Removes a person. Answers their passkeys, as an import takes them. */
export async function takePasskeys({ deps }: TestApp, email: string) {
  const user = await deps.collections.users.findOneAndDelete({ email });
  const passkeys = (user?.passkeys ?? []).map(({ id, publicKey, counter, synced, rpId }) => ({
    id,
    publicKey,
    counter,
    synced,
    rpId,
  }));
  return { passkeys, passkeyHandle: user?.passkeyHandle };
}
