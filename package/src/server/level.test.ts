import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { Session } from '../client.ts';
import { foyer, requireLevel } from '../hono.ts';
import { hasLevel, type Level, type LevelOptions } from '../server.ts';
import { aSession } from '../testing.ts';

const NOW = Date.now();
const proofOf =
  (method: string, factor: Session['proofs'][number]['factor']) =>
  (minutesAgo = 0) => ({
    method,
    factor,
    at: new Date(NOW - minutesAgo * 60_000).toISOString(),
  });
const password = proofOf('password', 'knowledge');
const totp = proofOf('totp', 'possession');
const passkey = proofOf('passkey', 'multi-factor');

describe('hasLevel', () => {
  it.for<[string, Session['proofs'], Level, boolean, LevelOptions?]>([
    ['a new passkey', [passkey()], 2, true],
    ['a password and an app', [password(), totp()], 2, true],
    ['a password alone', [password()], 2, false],
    ['a password alone', [password()], 1, true],
    ['a passkey of 11 minutes ago', [passkey(11)], 2, false],
    ['a passkey of 11 minutes ago', [passkey(11)], 1, false],
    ['a passkey of 11 minutes ago, within a day', [passkey(11)], 2, true, { within: 86_400 }],
    ['a passkey of last year, at any time', [passkey(525_600)], 2, true, { within: Infinity }],
    ['a new password after an old passkey', [passkey(11), password()], 2, false],
    ['an old password and a new code', [password(11), totp()], 2, false],
    ['no proof', [], 1, false],
    ['no proof, at any time', [], 1, false, { within: Infinity }],
  ])('of %s: level %i is %s', ([, proofs, level, expected, options]) => {
    expect(hasLevel({ proofs }, level, options)).toBe(expected);
  });

  it('is false for nobody', () => {
    expect(hasLevel(null, 1)).toBe(false);
  });
});

describe('requireLevel', () => {
  const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  interface Sent {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly options?: LevelOptions;
  }

  /** Sends a request to an app whose page needs level 2. `parts` change the session. */
  function send(parts: Partial<Session>, { method = 'GET', headers = {}, options }: Sent = {}) {
    const session = { ...aSession(), ...parts };
    const app = new Hono();
    app.use(
      foyer({
        url: 'http://foyer.internal:3000',
        origin: 'https://id.example.test',
        fetch: () => Promise.resolve(Response.json({ result: { data: session } })),
        accessTokens: { scopes: ['profile:read'] },
      }),
    );
    app.all('/transfers', requireLevel(2, options), (c) => c.text('done'));
    const cookie = '__Host-foyer.session=a';
    const address = 'http://app.internal/transfers?to=B%26C';
    return app.request(address, { method, headers: { cookie, ...headers } });
  }

  it('leads a navigation to the public address of Foyer, and back to that of the app', async () => {
    const options = { appOrigin: 'https://app.example.test' };
    const answer = await send({ proofs: [password()] }, { headers: HTML, options });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(answer.headers.get('location')).toBe(
      `https://id.example.test/verify?level=2&callbackUrl=${encodeURIComponent('https://app.example.test/transfers?to=B%26C')}`,
    );
  });

  it('answers 403 with the code and the page to a form', async () => {
    const answer = await send({ proofs: [password()] }, { headers: HTML, method: 'POST' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect(await answer.json()).toEqual({
      error: {
        message: expect.any(String),
        data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl: 'https://id.example.test/verify?level=2' },
      },
    });
  });

  it('names no page to an access token, which no page makes stronger', async () => {
    const via = { kind: 'access-token', id: 'a', name: 'A', scopes: ['profile:read'] } as const;
    const headers = { authorization: 'Bearer foyer_pat_a', ...HTML };
    const answer = await send(
      { proofs: [password()], via: { ...via, scopes: [...via.scopes] } },
      { headers },
    );
    expect(answer.status).toBe(403);
    const { error } = (await answer.json()) as { error: { data: object } };
    expect(error.data).toEqual({ appCode: 'SECOND_FACTOR_REQUIRED' });
  });
});
