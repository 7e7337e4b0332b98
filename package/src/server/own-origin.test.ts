import { describe, expect, it } from 'vitest';
import { getSession, type RequestLike } from '../server.ts';

const COOKIE = { cookie: '__Host-foyer.session=a' };
const EVIL = { origin: 'https://evil.test' };
const OWN = { origin: 'https://example.test' };
const APP = { origin: 'https://app.example.test' };
const SHOP = 'https://shop.example.test';
const UPGRADE = { connection: 'Upgrade', upgrade: 'WebSocket' };
/** A proxy rewrote `Host`. */
const INTERNAL = { host: 'internal:4000' };
const API = { origin: 'https://api.example.test:4000' };
const HTTP2 = { ':authority': 'api.example.test:4000' };

/** The code of the refusal, or `asked` when Foyer was called. */
async function outcomeOf(request: RequestLike): Promise<string> {
  let isAsked = false;
  const fetch = () => {
    isAsked = true;
    return Promise.resolve(Response.json({ result: { data: null } }));
  };
  const options = { appOrigin: APP.origin, trustedOrigins: [SHOP] };
  const code = await getSession(request, { url: 'https://example.test/id', fetch, ...options }).then(
    () => 'nobody',
    (error: { code: string }) => error.code,
  );
  return isAsked ? 'asked' : code;
}
/** Like Next's `headers()`. */
const withoutMethod = (headers: Record<string, string>) => ({
  headers: new Headers({ ...COOKIE, ...headers }),
});
const requestOf = (method: string, headers: Record<string, string | string[]>) => ({
  method,
  headers: { ...COOKIE, ...headers },
});

describe('getSession', () => {
  it.each<[string, RequestLike]>([
    ['headers without a method', withoutMethod({})],
    ['headers without a method, of the own origin', withoutMethod(OWN)],
    [
      'headers without a method and Origin, of another site',
      withoutMethod({ 'sec-fetch-site': 'cross-site' }),
    ],
    ['a WebSocket of the own origin', requestOf('GET', { ...UPGRADE, ...OWN })],
    ['the origin of an address with a path', requestOf('POST', { ...OWN, host: 'internal:4000' })],
    ['its own origin, whatever Origin says', requestOf('POST', { 'sec-fetch-site': 'same-origin', ...EVIL })],
    ['a request of the browser itself', requestOf('POST', { 'sec-fetch-site': 'none' })],
    ['a program', requestOf('POST', {})],
    ['the origin of Host', requestOf('POST', { ...API, host: 'api.example.test:4000' })],
    ['appOrigin', requestOf('POST', { ...APP, ...INTERNAL })],
    ['a trusted origin', requestOf('POST', { origin: SHOP, 'sec-fetch-site': 'same-site' })],
    ['a link on another site', requestOf('GET', { 'sec-fetch-site': 'cross-site', ...EVIL })],
    ['the host of a request in HTTP/2', requestOf('POST', { ...API, ...HTTP2 })],
    [
      'the host of a Fetch request without Host',
      new Request('https://api.example.test:4000/orders', { method: 'POST', headers: { ...COOKIE, ...API } }),
    ],
  ])('asks Foyer for %s', async (_what, request) => {
    expect(await outcomeOf(request)).toBe('asked');
  });

  it.each<[string, RequestLike]>([
    ['headers without a method, of a foreign origin', withoutMethod(EVIL)],
    ['a WebSocket of a foreign origin', requestOf('GET', { ...UPGRADE, ...EVIL })],
    ['a request in HTTP/2 of a foreign origin', requestOf('POST', { ...HTTP2, ...EVIL })],
    ['an opaque origin of a request without Host', requestOf('POST', { origin: 'null' })],
    ['a repeated Origin', requestOf('POST', { origin: [OWN.origin, EVIL.origin] })],
    ['a page of another site', requestOf('POST', { 'sec-fetch-site': 'cross-site' })],
    ['a page of the same site', requestOf('POST', { 'sec-fetch-site': 'same-site' })],
    ['an origin that is not that of a rewritten Host', requestOf('POST', { ...API, ...INTERNAL })],
    [
      'the origin of Host with another scheme',
      requestOf('POST', { ...API, host: 'api.example.test:4000', 'sec-fetch-site': 'cross-site' }),
    ],
    ...[
      'https://SHOP.example.test',
      'https://shop.example.test:444',
      'http://shop.example.test',
      'https://shop.example.test.evil.test',
      'https://shop.example.test/',
      'https://shop.example.test:443',
      'https://user@shop.example.test',
      'https://shop.example.test.',
      'https://shop.example.test https://evil.test',
      'https://shop.example.test, https://evil.test',
      '',
      'null',
    ].map((origin): [string, RequestLike] => [
      `“${origin}”, which no browser sends for a trusted origin`,
      requestOf('POST', { host: 'example.test', origin }),
    ]),
  ])('refuses %s', async (_what, request) => {
    expect(await outcomeOf(request)).toBe('FOREIGN_ORIGIN');
  });
});
