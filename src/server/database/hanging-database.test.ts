import { PROCEDURES } from '../../testing/app/procedures.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import type { AgentAnswer } from '../../testing/app/http-agent.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { createAccessTokenSecret } from '../crypto/access-token-format.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

const proxy = await startDatabaseProxy(testDatabaseUri());
const provider = await startIdentityProvider({ name: 'Provider', trustEmail: true });
const app = await createTestApp({
  databaseUri: proxy.uri,
  impatient: true,
  // The driver's own timeout stays long, so that only the request's budget can end a wait.
  patientDatabase: true,
  providers: () => Promise.resolve([provider.settings]),
});
const agent = await app.signInByMail('here@example.test');
afterAll(async () => {
  await proxy.restore();
  await app.close();
  await provider.close();
  await proxy.close();
});

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'away@example.test';

/** Procedures without a session, with input that makes them use the database. */
const PUBLIC_CALLS: Readonly<Record<string, unknown>> = {
  'session.requestLink': { email: EMAIL },
  'session.signInWithCode': { email: EMAIL, code: '123456' },
  'session.signInWith': { provider: 'nobody' },
  'password.signIn': { email: EMAIL, password: PASSWORD },
  'password.signUp': { email: EMAIL, password: PASSWORD, name: 'Ada' },
  'password.requestReset': { email: EMAIL },
};

/** Calls every procedure. With a session and no input, those for signed-in users use the database first. */
async function callEveryProcedure(): Promise<Record<string, AgentAnswer>> {
  const calls = PROCEDURES.map(async ({ path, type }) => {
    const answer =
      type === 'query'
        ? agent.request(`/trpc/${path}`)
        : agent.postJson(`/trpc/${path}`, PUBLIC_CALLS[path] ?? {});
    return [path, await answer] as const;
  });
  return Object.fromEntries(await Promise.all(calls));
}

const errorPageOf = ({ location }: AgentAnswer) => new URL(location ?? 'none:').searchParams.get('error');

describe('while the database hangs (security.md 36)', () => {
  it('every request that needs the database returns 503 or the page that says so, changes no session cookie, and a link works again afterwards', async () => {
    const email = 'later@example.test';
    await app.client(agent).session.requestLink.mutate({ email });
    const { search } = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
    const csrfToken = await agent.csrfToken();
    const { url } = await app.client(agent).session.signInWith.mutate({ provider: 'provider' });
    const callback = await provider.signIn(url, { login: 'later', email: 'other@example.test' });
    const before = agent.cookies.get('foyer.session');
    const useLink = () => agent.request(`/auth/callback/email${search}`, { method: 'POST' });

    proxy.stall();
    const bearer = { authorization: `Bearer ${createAccessTokenSecret()}` };
    const [calls, pages, others] = await Promise.all([
      callEveryProcedure(),
      Promise.all([
        agent.postForm('/auth/signout', { csrfToken }),
        agent.postForm('/auth/signin/email', { csrfToken, email: EMAIL }),
        agent.postForm('/auth/callback/credentials', { csrfToken, email: EMAIL, password: PASSWORD }),
        useLink(),
        agent.request(callback),
      ]),
      Promise.all([
        agent.request('/readyz'),
        agent.request('/auth/session'),
        agent.request('/trpc/session.get,profile.get,accounts.list?batch=1'),
        agent.request('/trpc/accessTokens.current', { headers: bearer, cookies: false }),
        agent.request('/trpc/profile.uploadPicture', {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: 'a picture, as far as this gets',
        }),
      ]),
    ]);

    const answers = Object.entries(calls);
    const unavailable = answers.filter(([, { status }]) => status === 503);
    for (const [, answer] of unavailable)
      expect(answer.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE' } } });
    expect(unavailable.map(([name]) => name)).toEqual(
      expect.arrayContaining([...Object.keys(PUBLIC_CALLS), 'session.get', 'accounts.list', 'email.change']),
    );
    // These find a missing input, token or cookie without the database.
    const answeredOtherwise = answers.filter(([, { status }]) => status !== 503);
    for (const [name, { status }] of answeredOtherwise)
      expect([name, [200, 400, 401, 404]]).toEqual([name, expect.arrayContaining([status])]);
    expect(pages.map(errorPageOf)).toEqual(pages.map(() => 'UNAVAILABLE'));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 503));
    const cookies = [...Object.values(calls), ...pages, ...others].flatMap(({ setCookies }) => setCookies);
    expect(cookies.filter((line) => line.startsWith('foyer.session'))).toEqual([]);

    await proxy.restore();
    await vi.waitUntil(async () => (await agent.request('/readyz')).status === 200);
    expect(agent.cookies.get('foyer.session')).toBe(before);
    expect(new URL((await useLink()).location ?? 'none:').pathname).toBe('/account');
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });

  it('providers.list without a session still returns the identity providers', async () => {
    proxy.stall();
    const providers = await app.client(app.agent()).providers.list.query();
    await proxy.restore();
    expect(providers.map(({ id }) => id)).toEqual(['provider', 'email']);
  });
});
