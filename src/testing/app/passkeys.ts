import type { HttpAgent } from './http-agent.ts';
import { SoftwareAuthenticator, type Deviation } from './software-authenticator.ts';
import type { TestApp } from './test-app.ts';

/** Creates a passkey in this signed-in browser. */
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

/** Signs a browser in with the newest passkey of an authenticator. */
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
