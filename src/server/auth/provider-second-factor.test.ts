import { afterAll, describe, expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { addAuthenticator, waitForNextCode } from '../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { beginSignIn } from '../../testing/sign-in/second-step.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { HOUR_MS } from '../../shared/limits.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { userAt } from '../../testing/users/signed-in-users.ts';

const provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
const providers = () => Promise.resolve([provider.settings]);
const it = testWith({ providers });
const everyone = await createTestApp({ providers, settings: { secondFactor: 'everyone' } });
afterAll(async () => {
  await everyone.close();
  await provider.close();
});

/** By the mailed code, with the consent to connect the waiting account. */
async function signInAndConnect(app: TestApp, agent: HttpAgent, email: string) {
  await startProviderVisits(app).arrive(provider, { login: uniqueName(), email }, agent);
  const connect = await consentIn(app, agent);
  const { session } = app.client(agent);
  await session.requestLink.mutate({ email, connect });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  return { connect, answer: await session.signInWithCode.mutate({ email, code, connect }) };
}

const accountsOf = async (app: TestApp, email: string) => (await userAt(app, email)).accounts;

it('a sign-in that should also connect an account connects nothing in a trusted browser, which is at level 1, and the account keeps waiting', async ({
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

describe('a person who must set up a second factor', () => {
  it('connects nothing by a sign-in', async () => {
    const email = uniqueEmail();
    await everyone.signInByMail(email);
    const { answer } = await signInAndConnect(everyone, everyone.agent(), email);
    expect(answer).toMatchObject({ status: 'signed-in', session: null, connected: 'not-connected' });
    expect(await accountsOf(everyone, email)).toEqual([]);
  });

  it('verifies by an identity provider, and connects none', async () => {
    const email = uniqueEmail();
    const answer = { login: email.split('@')[0] ?? '', email };
    const { agent } = await startProviderVisits(everyone).arrive(provider, answer);
    await everyone.ageSignIn(agent, HOUR_MS);
    const { secondFactor, session, accounts } = everyone.client(agent);
    expect(await appCodeOf(secondFactor.beginTotp.mutate())).toBe('SESSION_NOT_FRESH');
    const started = await session.reauthenticate.mutate({ method: 'provider', provider: 'trusted' });
    const url = started.status === 'navigate' ? started.url : '';
    const done = await agent.request(await provider.signIn(url, answer));
    expect(new URL(done.location ?? '').searchParams.get('outcome')).toBe('verified');
    expect(await secondFactor.beginTotp.mutate()).toMatchObject({ secret: expect.any(String) as string });
    expect(await appCodeOf(accounts.link.mutate({ provider: 'trusted' }))).toBe('SessionRequired');
  });
});
