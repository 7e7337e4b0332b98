import { expect } from 'vitest';
import { bearer, makeToken } from '../../testing/users/access-tokens.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { listen } from '../../testing/run/listen.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createCookieJar } from '../auth/cookies.ts';
import { SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';
import { createHostCheck } from '../http/own-host.ts';
import { createFastPath } from './fast-path.ts';

let agent: HttpAgent;
let token: string;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('fast-path@example.test');
  ({ token } = await makeToken(app, agent));
});

const batch = (names: string, inputs: object) =>
  `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;

/** Without the parts that differ between any two answers. */
async function ask(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const answer = await rawRequest(app.origin, { path, headers });
  const {
    date,
    'x-request-id': requestId,
    // These headers describe the framing only.
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...rest
  } = answer.headers;
  expect(date).toBeDefined();
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  return {
    status: answer.status,
    headers: rest,
    text: answer.text.replaceAll(String(requestId), 'request id'),
  };
}

/** Sends a request to tRPC's own adapter, which ignores it. */
const SLOW_PATH = { 'trpc-accept': 'application/json' };

it.for([
  ['one query', '/trpc/session.get', 200],
  ['an input', '/trpc/activity.list?input=%7B%22limit%22%3A3%7D', 200],
  ['a query that writes', '/trpc/providers.discover?input=%7B%22email%22%3A%22a%40unknown.test%22%7D', 200],
  ['a batch', batch('session.get,providers.list,profile.get', {}), 200],
  ['a batch with inputs', batch('session.get,activity.list', { 1: { limit: 3 } }), 200],
  ['a batch of one', batch('session.get', {}), 200],
  ['a batch in which one fails', batch('session.get,activity.list', { 1: { limit: 'x' } }), 207],
  ['an input that is refused', '/trpc/activity.list?input=%7B%22limit%22%3A%22x%22%7D', 400],
  ['an input that is no JSON', '/trpc/activity.list?input=%7B', 400],
  ['a batch whose inputs are a list', '/trpc/activity.list?batch=1&input=%5B%5D', 400],
  ['a parameter given twice', '/trpc/session.get?input=1&input=2', 400],
  ['flat parameters', '/trpc/activity.list?limit=3&kinds=sign-in', 200],
  ['a flat parameter that is refused', '/trpc/activity.list?limit=x', 400],
  ['a parameter that the query lacks', '/trpc/session.get?limit=3', 400],
  ['parameters in brackets', '/trpc/activity.list?input%5Blimit%5D=1', 400],
  ['a procedure that is not there', '/trpc/session.nothing', 404],
  ['a name of every object', '/trpc/constructor', 404],
  ['a mutation', '/trpc/session.signOut', 405],
  ['names without a batch', '/trpc/session.get,session.get', 404],
  ['more than a batch holds', batch(Array(21).fill('session.get').join(','), {}), 400],
] as const)('%s is answered as by the slow path', async ([, path, status], { app }) => {
  const asked: readonly Record<string, string>[] = [
    {},
    { cookie: agent.cookieHeader },
    { cookie: 'foyer.session=unknown' },
    { authorization: bearer(token) },
    { authorization: bearer(token), cookie: agent.cookieHeader },
    { authorization: 'Bearer %' },
  ];
  for (const headers of asked) {
    const fast = await ask(app, path, headers);
    expect(fast).toEqual(await ask(app, path, { ...headers, ...SLOW_PATH }));
    if (headers === asked[1]) expect(fast.status).toBe(status);
  }
});

it('a session and its cookie are renewed on both paths', async ({ app }) => {
  for (const headers of [{}, SLOW_PATH]) {
    const browser = await app.signInByMail(`renewed-${Object.keys(headers).length}@example.test`);
    app.advance(SESSION_RENEW_AFTER_MS + 1000);
    const cookie = browser.cookieHeader;
    const { headers: answered } = await ask(app, '/trpc/session.get', { cookie, ...headers });
    expect(answered['set-cookie']).toEqual([expect.stringMatching(/^foyer\.session=/)]);
  }
});

/** Records the requests that it passes on to the slow path. */
async function startFastPathAlone(app: TestApp) {
  const slow: string[] = [];
  const fastPath = createFastPath(
    {
      deps: {
        ...app.deps,
        cookies: createCookieJar(app.deps.settings),
        makeProvider: () => {
          throw new Error('no query makes a provider');
        },
      },
      isOwnHost: createHostCheck(app.origin, () => false),
      headers: {},
      requestContextOf: () => NO_REQUEST,
    },
    (req, res) => {
      slow.push(`${req.method} ${req.url}`);
      res.writeHead(404, { 'x-request-id': '0'.repeat(36) });
      res.end();
    },
  );
  const { url, close } = await listen(fastPath);
  return {
    slow,
    request: (options: Parameters<typeof rawRequest>[1]) =>
      rawRequest(url, {
        ...options,
        headers: { host: new URL(app.origin).host, cookie: agent.cookieHeader, ...options.headers },
      }),
    [Symbol.asyncDispose]: close,
  };
}

it('only successful listed queries skip Express', async ({ app }) => {
  await using fastPath = await startFastPathAlone(app);
  for (const path of ['/trpc/session.get', batch('session.get,profile.get', {})])
    expect((await fastPath.request({ path })).status).toBe(200);
  expect(fastPath.slow).toEqual([]);

  const others = [
    { method: 'HEAD', path: '/trpc/session.get' },
    { method: 'POST', path: '/trpc/session.get' },
    { path: '/trpc/session.get', headers: { host: 'elsewhere.test' } },
    { path: '/trpc/session.get?batch=1&other=1' },
    { path: '/trpc/session%2Eget' },
    { path: '/trpc/profile.get', headers: { cookie: 'foyer.session=unknown' } },
    // A query that is not listed, alone and beside one that is.
    { path: '/trpc/accounts.list' },
    { path: batch('session.get,accounts.list', {}) },
    { path: '/account' },
  ];
  for (const other of others) await fastPath.request(other);
  expect(fastPath.slow).toEqual(others.map(({ method = 'GET', path }) => `${method} ${path}`));
});

it('a query without a session goes to the slow path only if it needs one', async ({ app }) => {
  await using fastPath = await startFastPathAlone(app);
  const headers = { cookie: '' };
  expect((await fastPath.request({ path: '/trpc/session.get', headers })).status).toBe(200);
  await fastPath.request({ path: '/trpc/profile.get', headers });
  expect(fastPath.slow).toEqual(['GET /trpc/profile.get']);
});
