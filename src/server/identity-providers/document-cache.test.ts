import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, PROVIDER_CACHE_ENTRIES, SECOND_MS } from '../../shared/limits.ts';
import { createDiscovery } from './discovery.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';

/** A call is answered by this; `Error` is a provider that is away. */
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
const get = (url = URL_A, options = {}) =>
  cache.get(url, (document) => (document as { n: number }).n, options);
const away = () => new Error('away');

describe('how long a document is kept', () => {
  it.each<[string, Record<string, string>, number]>([
    ['without a word', {}, 15 * MINUTE_MS],
    ['by max-age', { 'cache-control': 'public, max-age=7200' }, 2 * HOUR_MS],
    ['by max-age less its age', { 'cache-control': 'max-age=7200', age: '3600' }, HOUR_MS],
    ['a minute at least', { 'cache-control': 'max-age=1' }, MINUTE_MS],
    ['a minute even when it is not to be kept', { 'cache-control': 'no-store' }, MINUTE_MS],
    ['a day at most', { 'cache-control': 'max-age=31536000' }, DAY_MS],
    [
      'until it expires',
      { expires: 'Fri, 20 Nov 2026 14:00:00 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
      2 * HOUR_MS,
    ],
    ['not beyond a minute when it has expired', { expires: '0' }, MINUTE_MS],
    ['by max-age rather than Expires', { 'cache-control': 'max-age=7200', expires: '0' }, 2 * HOUR_MS],
  ])('%s', async (_what, headers, ms) => {
    answer = () => Response.json({ n: calls.length }, { headers });
    expect(await get()).toBe(1);
    clock += ms - 1;
    expect(await get()).toBe(1);
    clock += 1;
    expect(await get()).toBe(2);
  });
});

describe('the cache', () => {
  it('fetches once for all who ask at once', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => get()))).toEqual(Array(20).fill(1));
    expect(calls).toHaveLength(1);
  });

  it('holds the 100 that were used last', async () => {
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

  it('does with the old one for a day while the provider is away, and asks every half minute', async () => {
    await get();
    answer = away;
    clock += 15 * MINUTE_MS;
    expect(await get()).toBe(1);
    expect(await get()).toBe(1);
    expect([calls.length, stale.length]).toEqual([2, 1]);
    clock += HOUR_MS;
    expect(await get()).toBe(1);
    expect(calls.length).toBe(3);
    clock += DAY_MS - HOUR_MS;
    await expect(get()).rejects.toThrow('away');
  });

  it.each<[string, () => Response]>([
    ['an error', () => Response.json({ error: 'server_error' }, { status: 500 })],
    ['no JSON', () => new Response('<html>')],
    ['another document', () => Response.json(null)],
  ])('takes %s for no document, and keeps the old one', async (_what, wrong) => {
    await get();
    answer = wrong;
    clock += HOUR_MS;
    expect(await get()).toBe(1);
    await expect(get('https://new.test/')).rejects.toBeInstanceOf(Error);
  });

  it('comes back to the provider once it answers', async () => {
    await get();
    answer = away;
    clock += HOUR_MS;
    await get();
    answer = () => Response.json({ n: 77 });
    clock += 30 * SECOND_MS;
    expect(await get()).toBe(77);
  });
});

describe('an unknown key', () => {
  const issuer = 'https://issuer.test';
  const keys: JWK[] = [];
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  };

  async function addKey(kid: string) {
    const pair = await generateKeyPair('ES256', { extractable: true });
    keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' });
    return () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
  }

  beforeEach(() => {
    keys.length = 0;
    answer = (url) => Response.json(url.endsWith('/jwks') ? { keys } : metadata);
  });
  const fetched = () => calls.filter((url) => url.endsWith('/jwks')).length;

  it('has the key set fetched anew, once in half a minute however many come', async () => {
    const discovery = createDiscovery(cache);
    const verify = async (token: string) => jwtVerify(token, discovery.keysOf(issuer));
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
  const issuer = 'https://issuer.test';
  const good = {
    issuer,
    authorization_endpoint: `${issuer}/a`,
    token_endpoint: `${issuer}/t`,
    jwks_uri: `${issuer}/k`,
  };

  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://evil.test' }],
    ['the issuer with a slash', { issuer: `${issuer}/` }],
    ['the issuer in capitals', { issuer: 'https://ISSUER.test' }],
    ['no issuer', { issuer: undefined }],
    ['no key set', { jwks_uri: undefined }],
    ['an endpoint without TLS', { authorization_endpoint: 'http://issuer.test/a' }],
    ['an endpoint that is no web address', { token_endpoint: 'file:///etc/passwd' }],
  ])('refuses a document with %s (security.md 29)', async (_what, wrong) => {
    answer = () => Response.json({ ...good, ...wrong });
    await expect(createDiscovery(cache).metadata(issuer)).rejects.toMatchObject({ fault: 'answer' });
  });

  it('asks under the issuer’s own path, without its last slash', async () => {
    answer = () => Response.json({ ...good, issuer: `${issuer}/tenant/` });
    await createDiscovery(cache).metadata(`${issuer}/tenant/`);
    expect(calls).toEqual([`${issuer}/tenant/.well-known/openid-configuration`]);
  });
});
