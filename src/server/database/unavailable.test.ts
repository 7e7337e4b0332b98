import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startDatabaseProxy, type DatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

let proxy: DatabaseProxy;
let app: TestApp;
beforeAll(async () => {
  proxy = await startDatabaseProxy(testDatabaseUri());
  app = await createTestApp({ databaseUri: proxy.uri, impatient: true });
});
afterAll(async () => {
  await proxy.restore();
  await app.close();
  await proxy.close();
});

const UNAVAILABLE = {
  error: { data: { appCode: 'UNAVAILABLE', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
};

it('while the database is unreachable, returns 503 instead of "not signed in", changes no cookie, and recovers afterwards (security.md 36)', async () => {
  const agent = await app.signInByMail('here@example.test');
  await proxy.cut();
  const ofDatabase = await Promise.all([
    agent.request('/trpc/session.get'),
    agent.postJson('/trpc/session.signOut', {}),
    agent.request('/auth/session'),
    app.agent().postForm('/oauth/device_authorization', { client_id: 'foyer-cli', scope: 'profile:read' }),
    agent.request('/readyz'),
  ]);
  expect(ofDatabase.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  expect((await agent.request('/healthz')).status).toBe(200);
  for (const answer of ofDatabase.slice(0, 3)) expect(answer.json()).toMatchObject(UNAVAILABLE);
  for (const { headers } of [ofDatabase[0], ofDatabase[3]].filter((answer) => answer !== undefined))
    expect(headers.get('retry-after')).toBe('1');
  expect(ofDatabase.flatMap(({ setCookies }) => setCookies)).toEqual([]);
  for (const { text } of ofDatabase) expect(text).not.toMatch(/ at |Mongo|127\.0\.0\.1/);

  await proxy.restore();
  await vi.waitUntil(async () => (await agent.request('/readyz')).status === 200);
  expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email: 'here@example.test' } });
});
