import { afterAll, beforeAll, describe, expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { addAuthenticator, waitForNextCode } from '../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { beginSignIn } from '../../testing/sign-in/second-step.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';

let provider: IdentityProvider;
/** `SECOND_FACTOR=everyone`. */
let everyone: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const settings = { secondFactor: 'everyone' } as const;
  everyone = await createTestApp({ providers: () => Promise.resolve([provider.settings]), settings });
});
afterAll(async () => {
  await everyone.close();
  await provider.close();
});
const it = testWith({ providers: () => Promise.resolve([provider.settings]) });

/** Signs in by the mailed code, with the consent to connect the account that waits in this browser. */
async function signInAndConnect(app: TestApp, agent: HttpAgent, email: string) {
  await agent.request(
    await startProviderVisits(app).visitProvider(agent, provider, { login: uniqueName(), email }),
  );
  const connect = await consentIn(app, agent);
  const { session } = app.client(agent);
  await session.requestLink.mutate({ email, connect });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  return { connect, answer: await session.signInWithCode.mutate({ email, code, connect }) };
}

const accountsOf = async (app: TestApp, email: string) =>
  (await app.deps.collections.users.findOne({ email }))?.accounts;

describe('a sign-in that should also connect an account', () => {
  it('connects nothing in a trusted browser, which is at level 1, and the account keeps waiting', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, email));
    const agent = await beginSignIn(app, email);
    waitForNextCode(app);
    const code = authenticator.code();
    await app.client(agent).session.completeSignIn.mutate({ code, trustBrowser: true });
    await app.client(agent).session.signOut.mutate();

    const { connect, answer } = await signInAndConnect(app, agent, email);
    expect(answer).toMatchObject({ status: 'signed-in', session: { aal: 1 }, connected: 'not-connected' });
    expect(await accountsOf(app, email)).toEqual([]);
    const { accounts } = app.client(agent);
    expect(await accounts.pendingLink.query()).toMatchObject({ id: connect.id });
    expect(await appCodeOf(accounts.resumeLink.mutate(connect))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('connects nothing for a person who must set up a second factor first', async () => {
    const email = uniqueEmail();
    await everyone.signInByMail(email);
    const { answer } = await signInAndConnect(everyone, everyone.agent(), email);
    expect(answer).toMatchObject({ status: 'signed-in', session: null, connected: 'not-connected' });
    expect(await accountsOf(everyone, email)).toEqual([]);
  });
});
