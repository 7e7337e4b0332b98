import { describe, expect, it } from 'vitest';
import { getSession, type RequestLike } from '../server.ts';

const COOKIE = { cookie: '__Host-foyer.session=a' };
const EVIL = { origin: 'https://evil.test' };

/** The code of the refusal, or `asked` when Foyer was asked for the session. */
async function outcomeOf(request: RequestLike, options: { trustedOrigins?: string[] } = {}): Promise<string> {
  let isAsked = false;
  const fetch = () => {
    isAsked = true;
    return Promise.resolve(Response.json({ result: { data: null } }));
  };
  const url = 'https://example.test/id';
  const code = await getSession(request, { url, fetch, ...options }).then(
    () => 'nobody',
    (error: { code: string }) => error.code,
  );
  return isAsked ? 'asked' : code;
}

describe('getSession', () => {
  it('takes headers without a method for a change when they have an Origin', async () => {
    expect(await outcomeOf({ headers: new Headers({ ...COOKIE, ...EVIL }) })).toBe('FOREIGN_ORIGIN');
    expect(await outcomeOf({ headers: new Headers(COOKIE) })).toBe('asked');
    expect(await outcomeOf({ headers: new Headers({ ...COOKIE, origin: 'https://example.test' }) })).toBe(
      'asked',
    );
    expect(await outcomeOf({ headers: new Headers({ ...COOKIE, 'sec-fetch-site': 'cross-site' }) })).toBe(
      'asked',
    );
  });

  it('refuses a WebSocket of a foreign origin', async () => {
    const upgrade = { ...COOKIE, connection: 'Upgrade', upgrade: 'WebSocket' };
    expect(await outcomeOf({ method: 'GET', headers: { ...upgrade, ...EVIL } })).toBe('FOREIGN_ORIGIN');
    expect(await outcomeOf({ method: 'GET', headers: { ...upgrade, origin: 'https://example.test' } })).toBe(
      'asked',
    );
  });

  it('compares the origin of an address with a path', async () => {
    const headers = { ...COOKIE, host: 'internal:4000', origin: 'https://example.test' };
    expect(await outcomeOf({ method: 'POST', headers })).toBe('asked');
  });

  it('compares the host of a request in HTTP/2, and that of a Fetch request without Host', async () => {
    const own = { ...COOKIE, origin: 'https://api.example.test:4000' };
    const http2 = { method: 'POST', headers: { ...own, ':authority': 'api.example.test:4000' } };
    expect(await outcomeOf(http2)).toBe('asked');
    expect(await outcomeOf({ ...http2, headers: { ...http2.headers, ...EVIL } })).toBe('FOREIGN_ORIGIN');
    const request = new Request('https://api.example.test:4000/orders', { method: 'POST', headers: own });
    expect(await outcomeOf(request)).toBe('asked');
  });

  it.each([
    'https://SHOP.example.test',
    'https://shop.example.test/',
    'https://shop.example.test:443',
    'https://user@shop.example.test',
    'https://shop.example.test.',
    'https://shop.example.test https://evil.test',
    'https://shop.example.test, https://evil.test',
    '',
    'null',
  ])('refuses %j, which no browser sends for a trusted origin', async (origin) => {
    const request = { method: 'POST', headers: { ...COOKIE, host: 'example.test', origin } };
    expect(await outcomeOf(request, { trustedOrigins: ['https://shop.example.test'] })).toBe(
      'FOREIGN_ORIGIN',
    );
  });

  it('refuses an opaque origin of a request without Host', async () => {
    const headers = { ...COOKIE, origin: 'null' };
    expect(await outcomeOf({ method: 'POST', headers })).toBe('FOREIGN_ORIGIN');
  });

  it('does not count a repeated Origin as an own one', async () => {
    const origin = ['https://example.test', 'https://evil.test'];
    expect(await outcomeOf({ method: 'POST', headers: { ...COOKIE, origin } })).toBe('FOREIGN_ORIGIN');
  });
});
