import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, PROVIDER_CACHE_ENTRIES, SECOND_MS } from '../../shared/limits.ts';
import { createDiscovery } from './discovery.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';

/** An `Error` means that the provider is unreachable. */
let answer: (url: string) => Response | Error | Promise<Response>;
let calls: string[];
let stale: string[];
let clock: number;
let cache: DocumentCache;

beforeEach(() => {
  answer = () => Response.json({ n: calls.length });
  calls = [];
  stale = [];
  clock = Date.parse('2026-11-20T12:00:00Z');
  cache = createDocumentCache(
    async (input) => {
      calls.push(String(input));
      const answered = await answer(String(input));
      if (answered instanceof Error) throw answered;
      return answered;
    },
    { now: () => clock, onStale: (url) => stale.push(url) },
  );
});

const URL_A = 'https://a.test/document';
const ISSUER = 'https://issuer.test';
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
};
const get = (url = URL_A, options = {}) =>
  cache.get(url, (document) => (document as { n: number }).n, options);
const unreachable = () => new Error('unreachable');

it.each<[string, Record<string, string>, number]>([
  ['15 minutes without headers', {}, 15 * MINUTE_MS],
  ['max-age', { 'cache-control': 'public, max-age=7200' }, 2 * HOUR_MS],
  ['max-age minus Age', { 'cache-control': 'max-age=7200', age: '3600' }, HOUR_MS],
  ['at least one minute', { 'cache-control': 'max-age=1' }, MINUTE_MS],
  ['one minute for no-store', { 'cache-control': 'no-store' }, MINUTE_MS],
  ['at most one day', { 'cache-control': 'max-age=31536000' }, DAY_MS],
  [
    'until Expires',
    { expires: 'Fri, 20 Nov 2026 14:00:00 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
    2 * HOUR_MS,
  ],
  ['one minute when it has already expired', { expires: '0' }, MINUTE_MS],
  ['max-age when Expires is there too', { 'cache-control': 'max-age=7200', expires: '0' }, 2 * HOUR_MS],
])('a document is cached for %s', async (_what, headers, ms) => {
  answer = () => Response.json({ n: calls.length }, { headers });
  expect(await get()).toBe(1);
  clock += ms - 1;
  expect(await get()).toBe(1);
  clock += 1;
  expect(await get()).toBe(2);
});

describe('the cache', () => {
  it('fetches once for concurrent requests', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => get()))).toEqual(Array(20).fill(1));
    expect(calls).toHaveLength(1);
  });

  it('keeps the 100 documents that were used last', async () => {
    const urls = Array.from({ length: PROVIDER_CACHE_ENTRIES + 1 }, (_, i) => `https://p${i}.test/`);
    for (const url of urls.slice(0, -1)) await get(url);
    await get(urls[0]);
    await get(urls.at(-1));
    calls = [];
    await get(urls[0]);
    expect(calls).toEqual([]);
    await get(urls[1]);
    expect(calls).toEqual([urls[1]]);
  });

  it('returns the old document for a day while the provider is unreachable, and tries again every 30 s', async () => {
    await get();
    answer = unreachable;
    clock += 15 * MINUTE_MS;
    expect(await get()).toBe(1);
    expect(await get()).toBe(1);
    expect([calls.length, stale.length]).toEqual([2, 1]);
    clock += HOUR_MS;
    expect(await get()).toBe(1);
    expect(calls.length).toBe(3);
    clock += DAY_MS - HOUR_MS;
    await expect(get()).rejects.toThrow('unreachable');
  });

  it.each<[string, () => Response]>([
    ['an error', () => Response.json({ error: 'server_error' }, { status: 500 })],
    ['no JSON', () => new Response('<html>')],
    ['another document', () => Response.json(null)],
  ])('refuses %s as a document and keeps the old one', async (_what, wrong) => {
    await get();
    answer = wrong;
    clock += HOUR_MS;
    expect(await get()).toBe(1);
    await expect(get('https://new.test/')).rejects.toBeInstanceOf(Error);
  });

  it('fetches again 30 s after a failure', async () => {
    await get();
    answer = unreachable;
    clock += HOUR_MS;
    await get();
    answer = () => Response.json({ n: 77 });
    clock += 30 * SECOND_MS;
    expect(await get()).toBe(77);
  });
});

describe('an unknown key', () => {
  const keys: JWK[] = [];

  async function addKey(kid: string) {
    const pair = await generateKeyPair('ES256', { extractable: true });
    keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' });
    return () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
  }

  beforeEach(() => {
    keys.length = 0;
    answer = (url) => Response.json(url.endsWith('/jwks') ? { keys } : METADATA);
  });
  const fetched = () => calls.filter((url) => url.endsWith('/jwks')).length;

  it('fetches the key set again, at most once in 30 s', async () => {
    const discovery = createDiscovery(cache);
    const verify = async (token: string) => jwtVerify(token, discovery.keysOf(ISSUER));
    const first = await addKey('first');
    await verify(await first());
    const second = await addKey('second');
    clock += 30 * SECOND_MS;
    await Promise.all(Array.from({ length: 10 }, async () => verify(await second())));
    expect(fetched()).toBe(2);
    const third = await addKey('third');
    for (let i = 0; i < 10; i++) await expect(verify(await third())).rejects.toThrow('no applicable key');
    expect(fetched()).toBe(2);
    clock += 30 * SECOND_MS;
    await verify(await third());
    expect(fetched()).toBe(3);
  });
});

describe('discovery', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://evil.test' }],
    ['the issuer with a slash', { issuer: `${ISSUER}/` }],
    ['the issuer in capitals', { issuer: 'https://ISSUER.test' }],
    ['no issuer', { issuer: undefined }],
    ['no key set', { jwks_uri: undefined }],
    ['an endpoint without TLS', { authorization_endpoint: 'http://issuer.test/a' }],
    ['an endpoint that is no web address', { token_endpoint: 'file:///etc/passwd' }],
  ])('refuses a document with %s (security.md 29)', async (_what, wrong) => {
    answer = () => Response.json({ ...METADATA, ...wrong });
    await expect(createDiscovery(cache).metadata(ISSUER)).rejects.toMatchObject({ fault: 'answer' });
  });

  it('is fetched under the issuer’s path without the trailing slash', async () => {
    answer = () => Response.json({ ...METADATA, issuer: `${ISSUER}/tenant/` });
    await createDiscovery(cache).metadata(`${ISSUER}/tenant/`);
    expect(calls).toEqual([`${ISSUER}/tenant/.well-known/openid-configuration`]);
  });
});
