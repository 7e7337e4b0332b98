import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, makeToken } from '../../testing/app/access-tokens.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createCookieJar } from '../auth/cookies.ts';
import { SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { createFastPath } from './fast-path.ts';

let app: TestApp;
let agent: HttpAgent;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  agent = await app.signInByMail('lane@example.test');
  ({ token } = await makeToken(app, agent));
});
afterAll(() => app.close());

const cookieOf = (browser: HttpAgent) => [...browser.cookies].map((pair) => pair.join('=')).join('; ');
const batch = (names: string, inputs: object) =>
  `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;

/** An answer without what differs between any two. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await rawRequest(app.origin, { path, headers });
  const {
    date,
    'x-request-id': requestId,
    // How the same bytes are framed.
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

/** What sends a request on to tRPC's own adapter, and means nothing to it. */
const THE_LONG_WAY = { 'trpc-accept': 'application/json' };

test.each([
  ['one query', '/trpc/session.get', 200],
  ['an input', '/trpc/providers.discover?input=%7B%22email%22%3A%22a%40unknown.test%22%7D', 200],
  ['a batch', batch('session.get,providers.list,profile.get', {}), 200],
  ['a batch with inputs', batch('session.get,providers.discover', { 1: { email: 'a@unknown.test' } }), 200],
  ['a batch of one', batch('session.get', {}), 200],
  ['a batch in which one fails', batch('session.get,providers.discover', { 1: { email: 7 } }), 207],
  ['an input that is refused', '/trpc/providers.discover?input=%7B%22email%22%3A7%7D', 400],
  ['an input that is no JSON', '/trpc/providers.discover?input=%7B', 400],
  ['a batch whose inputs are a list', '/trpc/providers.discover?batch=1&input=%5B%5D', 400],
  ['a parameter given twice', '/trpc/session.get?input=1&input=2', 200],
  ['a procedure that is not there', '/trpc/session.nothing', 404],
  ['a name of every object', '/trpc/constructor', 404],
  ['a mutation', '/trpc/session.signOut', 405],
  ['names without a batch', '/trpc/session.get,session.get', 404],
  ['more than a batch holds', batch(Array(21).fill('session.get').join(','), {}), 400],
] as const)('%s is answered as by the long way', async (_what, path, status) => {
  const asked: readonly Record<string, string>[] = [
    {},
    { cookie: cookieOf(agent) },
    { cookie: 'foyer.session=unknown' },
    { authorization: bearer(token) },
    { authorization: bearer(token), cookie: cookieOf(agent) },
    { authorization: 'Bearer %' },
  ];
  for (const headers of asked) {
    const quick = await ask(path, headers);
    expect(quick).toEqual(await ask(path, { ...headers, ...THE_LONG_WAY }));
    if (headers === asked[1]) expect(quick.status).toBe(status);
  }
});

test('a session is renewed, and so is its cookie, on either way', async () => {
  for (const headers of [{}, THE_LONG_WAY]) {
    const browser = await app.signInByMail(`renewed-${Object.keys(headers).length}@example.test`);
    app.advance(SESSION_RENEW_AFTER_MS + 1000);
    const { headers: answered } = await ask('/trpc/session.get', { cookie: cookieOf(browser), ...headers });
    expect(answered['set-cookie']).toEqual([expect.stringMatching(/^foyer\.session=/)]);
  }
  app.resetClock();
});

/** A lane that notes what it leaves to others. */
async function laneAlone() {
  const left: string[] = [];
  const lane = createFastPath(
    {
      deps: {
        ...app.deps,
        cookies: createCookieJar(app.origin),
        makeProvider: () => {
          throw new Error('no query makes a provider');
        },
      },
      host: new URL(app.origin).host,
      headers: {},
      clientOf: () => ({ ip: null, userAgent: null, locale: 'en', proofOfWork: null }),
    },
    (req, res) => {
      left.push(`${req.method} ${req.url}`);
      res.writeHead(404, { 'x-request-id': '0'.repeat(36) });
      res.end();
    },
  );
  const server = createServer(lane);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    left,
    request: (options: Parameters<typeof rawRequest>[1]) =>
      rawRequest(`http://localhost:${port}`, {
        ...options,
        headers: { host: new URL(app.origin).host, cookie: cookieOf(agent), ...options.headers },
      }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

test('queries that succeed never reach Express, anything else does, with nothing written', async () => {
  await using lane = await laneAlone();
  for (const path of ['/trpc/session.get', batch('session.get,profile.get', {})])
    expect((await lane.request({ path })).status).toBe(200);
  expect(lane.left).toEqual([]);

  const others = [
    { method: 'HEAD', path: '/trpc/session.get' },
    { method: 'POST', path: '/trpc/session.get' },
    { path: '/trpc/session.get', headers: { host: 'elsewhere.test' } },
    { path: '/trpc/session.get', headers: { cookie: '' } },
    { path: '/trpc/session.get?batch=1&other=1' },
    { path: '/trpc/session%2Eget' },
    { path: '/trpc/profile.get', headers: { cookie: 'foyer.session=unknown' } },
    { path: '/account' },
  ];
  for (const other of others) await lane.request(other);
  const signedOut = '/trpc/session.get';
  expect(lane.left).toEqual(
    others
      .filter(({ headers, path }) => !(headers?.cookie === '' && path === signedOut))
      .map(({ method = 'GET', path }) => `${method} ${path}`),
  );
});
