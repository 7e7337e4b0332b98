import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { PASSWORD } from '../../testing/sign-in/passwords.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

const proxy = await startDatabaseProxy(testDatabaseUri());
const app = await createTestApp({
  databaseUri: proxy.uri,
  impatient: true,
  databaseWaitMs: proxy.waitMs,
  documents: await testDocuments(),
});
afterAll(async () => {
  await proxy.restore();
  await app.close();
  await proxy.close();
});

const html = { accept: 'text/html' };

// Each answer waits for the database's time budget, so the requests run concurrently.
describe.concurrent('while the database is unreachable', () => {
  let signedIn: HttpAgent;
  beforeAll(async () => {
    signedIn = await app.signInByMail('signed-in@example.test');
    await proxy.cut();
    // The driver must notice that its connections have ended.
    await vi.waitUntil(async () => (await app.agent().request('/readyz')).status === 503);
  });

  it.for(['/sign-in', '/sign-up', '/forgot-password', '/check-email?email=a@b.test'])(
    '%s shows its form, also to a browser with a session cookie',
    async (address, { expect }) => {
      const agent = app.agent();
      expect((await agent.request(address)).status).toBe(200);
      agent.cookies.set('foyer.session', 'whatever');
      const { status, text } = await agent.request(address);
      expect(status).toBe(200);
      expect(text).toContain(`action="${address.replace(/\?.*/, '')}"`);
    },
  );

  it('the sign-in page shows its form when an account may be pending', async ({ expect }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.link', 'whatever');
    const { status, text } = await agent.request('/sign-in?error=OAuthAccountNotLinked');
    expect(status).toBe(200);
    expect(text).toContain('action="/sign-in"');
  });

  it('nobody is told that they are signed out (security.md 36)', async ({ expect }) => {
    const question = await signedIn.request('/sign-out');
    expect(textOfPage(question.text)).toContain('Are you sure you want to sign out?');
    expect(new URL((await signedIn.request('/')).location ?? '').pathname).toBe('/account');
    const failed = await signedIn.postForm('/sign-out', {});
    expect([failed.status, failed.setCookies]).toEqual([503, []]);
    expect(textOfPage(failed.text)).toContain(ERRORS.UNAVAILABLE.message);
    expect(textOfPage(failed.text)).toContain('Are you sure you want to sign out?');
  });

  it('a program gets 503 instead of "not signed in", and no cookie changes (security.md 36)', async ({
    expect,
  }) => {
    const answers = await Promise.all([
      signedIn.request('/trpc/session.get'),
      signedIn.postJson('/trpc/session.signOut', {}),
      signedIn.request('/auth/session'),
      app.agent().postForm('/oauth/device_authorization', { client_id: 'foyer-cli', scope: 'profile:read' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect((await signedIn.request('/healthz')).status).toBe(200);
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    for (const answer of answers.slice(0, 3))
      expect(answer.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE', requestId } } });
    for (const answer of [answers[0], answers[3]]) expect(answer?.headers.get('retry-after')).toBe('1');
    expect(answers.flatMap(({ setCookies }) => setCookies)).toEqual([]);
    for (const { text } of answers) expect(text).not.toMatch(/ at |Mongo|127\.0\.0\.1/);
  });

  it('the page of a pending account answers 503 with the code UNAVAILABLE', async ({ expect }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.link', 'whatever');
    const { status, text } = await agent.request('/confirm-address', { headers: html });
    expect(status).toBe(503);
    expect(text).toContain('Code: UNAVAILABLE · Request: ');
  });

  it.for([
    ['/sign-in', { email: 'a@b.test', password: PASSWORD, way: 'password' }],
    ['/sign-in', { email: 'a@b.test', way: 'link' }],
    ['/sign-up', { email: 'a@b.test', password: PASSWORD, name: 'Ada' }],
    ['/forgot-password', { email: 'a@b.test' }],
    ['/check-email', { email: 'a@b.test', code: '123456', way: 'code' }],
  ] as const)(
    'the form of %s with %j shows the page with UNAVAILABLE',
    async ([path, fields], { expect }) => {
      const { status, text } = await app.agent().postForm(path, fields);
      expect(status).toBe(503);
      expect(textOfPage(text)).toContain(ERRORS.UNAVAILABLE.message);
      expect(text).not.toMatch(/Mongo|127\.0\.0\.1|lasagne/);
    },
  );
});
