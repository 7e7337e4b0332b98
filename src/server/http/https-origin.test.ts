import { expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { rawRequest, type RawAnswer } from '../../testing/app/raw-request.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

// TLS ends at a proxy, so the server speaks HTTP. Its answers depend on the https origin alone.
const ORIGIN = 'https://accounts.example.test';
const it = testWith({ settings: { origin: ORIGIN } });

function send(app: TestApp, path: string, { input, cookie }: { input?: unknown; cookie?: string } = {}) {
  return rawRequest(`http://localhost:${app.deps.settings.port}`, {
    path,
    headers: {
      host: new URL(ORIGIN).host,
      origin: ORIGIN,
      ...(cookie === undefined ? {} : { cookie }),
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }),
  });
}

const cookiesOf = ({ headers }: RawAnswer) => [headers['set-cookie'] ?? []].flat();

async function signIn(app: TestApp): Promise<RawAnswer> {
  const email = 'ada@example.test';
  await send(app, '/trpc/session.requestLink', { input: { email } });
  const token = app.mailbox.tokenOf(app.mailbox.last(email));
  return send(app, '/trpc/session.confirmLink', { input: { email, token } });
}

it('each cookie is __Host-, Secure, HttpOnly, SameSite, without Domain (security.md 18)', async ({ app }) => {
  const answers = [
    await send(app, '/auth/csrf'),
    await send(app, '/locale', { input: { locale: 'de' } }),
    await send(app, '/trpc/session.requestLink', { input: { email: 'code@example.test' } }),
    await signIn(app),
  ];
  const cookies = answers.flatMap(cookiesOf);
  const names = cookies.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
  expect(names).toContain('__Host-foyer.session');
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-foyer\./);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(cookie.split('; ')).toContain(attribute);
    expect(cookie).not.toContain('Domain');
  }
});

it.for(['/healthz', '/auth/csrf', '/auth/signin', '/trpc/session.get', '/trpc/x', '/nothing', '/auth/%E0'])(
  'browsers are told to come by https alone for two years: %s (security.md 22)',
  async (path, { app }) => {
    const { headers } = await send(app, path);
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  },
);

it('the answer to somebody who is signed in is kept by no cache (security.md 17)', async ({ app }) => {
  const cookie = cookiesOf(await signIn(app))
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  for (const path of ['/trpc/session.get', '/trpc/profile.get', '/auth/session']) {
    const answer = await send(app, path, { cookie });
    expect([path, answer.status, answer.text.includes('ada@example.test')]).toEqual([path, 200, true]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  }
});
