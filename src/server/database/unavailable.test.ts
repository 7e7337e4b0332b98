import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDatabaseProxy, type DatabaseProxy } from '../../testing/faults/database-proxy.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

let proxy: DatabaseProxy;
let provider: IdentityProvider;
let app: TestApp;
let agent: HttpAgent;

beforeAll(async () => {
  proxy = await startDatabaseProxy(testDatabaseUri());
  provider = await startIdentityProvider({ name: 'Provider', trustEmail: true });
  app = await createTestApp({
    databaseUri: proxy.uri,
    impatient: true,
    providers: () => Promise.resolve([provider.settings]),
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await proxy.close();
});
beforeEach(async () => {
  await app.resetLimits();
  agent = await app.signInByMail('here@example.test');
});
afterEach(async () => {
  await proxy.restore();
  await waitUntilReady();
});

/** Until the driver has noticed that the database answers again. */
function waitUntilReady(): Promise<boolean> {
  return vi.waitUntil(async () => (await app.agent().request('/readyz')).status === 200);
}

const UNAVAILABLE = {
  error: { data: { appCode: 'UNAVAILABLE', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
};

describe('while the database is unreachable (security.md 36)', () => {
  it('returns 503 instead of "not signed in", changes no cookie, and recovers afterwards', async () => {
    await proxy.cut();
    const [procedure, session, ready, alive] = await Promise.all(
      ['/trpc/session.get', '/auth/session', '/readyz', '/healthz'].map((path) => agent.request(path)),
    );
    expect([procedure?.status, session?.status, ready?.status, alive?.status]).toEqual([503, 503, 503, 200]);
    expect(procedure?.json()).toMatchObject(UNAVAILABLE);
    expect(session?.json()).toMatchObject(UNAVAILABLE);
    expect(procedure?.headers.get('retry-after')).toBe('1');
    const device = { client_id: 'foyer-cli', scope: 'profile:read' };
    const ofOAuth = await app.agent().postForm('/oauth/device_authorization', device);
    const { status, headers } = ofOAuth;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect([procedure, session].flatMap((answer) => answer?.setCookies)).toEqual([]);
    for (const { text } of [procedure, session, ready].filter((answer) => answer !== undefined))
      expect(text).not.toMatch(/ at |Mongo|127\.0\.0\.1/);

    await proxy.restore();
    await waitUntilReady();
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { email: 'here@example.test' },
    });
  });

  it('sign-out returns UNAVAILABLE and keeps the cookie for another try', async () => {
    const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
    await proxy.cut();
    const form = await agent.postForm('/auth/signout', { csrfToken });
    const page = new URL(form.location ?? 'none:');
    expect([page.pathname, page.searchParams.get('error')]).toEqual(['/error', 'UNAVAILABLE']);
    const procedure = await agent.postJson('/trpc/session.signOut', {});
    expect([procedure.status, procedure.json()]).toMatchObject([503, UNAVAILABLE]);
    expect([...form.setCookies, ...procedure.setCookies]).toEqual([]);
    expect(agent.cookies.has('foyer.session')).toBe(true);
  });

  it('a link, a code and a provider’s callback return UNAVAILABLE, and a link works again afterwards', async () => {
    const email = 'later@example.test';
    const { session } = app.client(agent);
    await session.requestLink.mutate({ email });
    const mail = app.mailbox.last(email);
    const { search } = new URL(app.mailbox.linkOf(mail));
    const { url } = await session.signInWith.mutate({ provider: 'provider' });
    const callback = await provider.signIn(url, { login: 'later', email: 'other@example.test' });
    const before = agent.cookies.get('foyer.session');

    await proxy.cut();
    const [byLink, byProvider] = await Promise.all([
      agent.request(`/auth/callback/email${search}`, { method: 'POST' }),
      agent.request(callback),
    ]);
    const byCode = await agent.postJson('/trpc/session.signInWithCode', {
      email,
      code: app.mailbox.codeOf(mail),
    });
    for (const answer of [byLink, byProvider]) {
      const page = new URL(answer.location ?? 'none:');
      expect([page.pathname, page.searchParams.get('error')]).toEqual(['/error', 'UNAVAILABLE']);
    }
    expect([byCode.status, byCode.json()]).toMatchObject([503, UNAVAILABLE]);
    expect(agent.cookies.get('foyer.session')).toBe(before);

    await proxy.restore();
    await waitUntilReady();
    const again = await agent.request(`/auth/callback/email${search}`, { method: 'POST' });
    expect(new URL(again.location ?? 'none:').pathname).toBe('/account');
    expect(await session.get.query()).toMatchObject({ user: { email } });
  });
});
