import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ObjectId } from 'mongodb';
import { afterEach, describe, expect } from 'vitest';
import type { StoredProof } from '../../../src/server/database/second-factor-documents.ts';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import { foyer, requireLevel, type FoyerMiddlewareOptions } from '../express.ts';
import { checkLevel, getSession, hasLevel, type Level, type LevelOptions } from '../server.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOW = Date.now();
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);

const password = (minutes = 0): StoredProof => ({
  method: 'password',
  factor: 'knowledge',
  at: minutesAgo(minutes),
});
const totp = (minutes = 0): StoredProof => ({
  method: 'totp',
  factor: 'possession',
  at: minutesAgo(minutes),
});
const passkey = (minutes = 0): StoredProof => ({
  method: 'passkey',
  factor: 'multi-factor',
  at: minutesAgo(minutes),
});

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('level@example.test');
});

/** Gives the session of `agent` these proofs. */
async function prove(app: TestApp, ...proofs: StoredProof[]): Promise<void> {
  const { sub: userId } = await claimsOf(app);
  await app.deps.collections.sessions.updateOne({ userId: new ObjectId(userId) }, { $set: { proofs } });
}

async function claimsOf(app: TestApp): Promise<{ sub: string }> {
  const session = await app.client(agent).session.get.query();
  return { sub: session?.user.id ?? '' };
}

describe('hasLevel', () => {
  const sessionBy = (...proofs: StoredProof[]) => ({
    proofs: proofs.map((proof) => ({ ...proof, at: proof.at.toISOString() })),
  });
  const WITHIN_A_DAY = { within: 86_400 };

  it.for<[string, StoredProof[], Level, boolean, LevelOptions?]>([
    ['a new passkey', [passkey()], 2, true],
    ['a password and an app', [password(), totp()], 2, true],
    ['a password alone', [password()], 2, false],
    ['a password alone', [password()], 1, true],
    ['a passkey of 11 minutes ago', [passkey(11)], 2, false],
    ['a passkey of 11 minutes ago', [passkey(11)], 1, false],
    ['a passkey of 11 minutes ago, within a day', [passkey(11)], 2, true, WITHIN_A_DAY],
    ['a passkey of last year, at any time', [passkey(525_600)], 2, true, { within: Infinity }],
    ['a new password after an old passkey', [passkey(11), password()], 2, false],
    ['an old password and a new code', [password(11), totp()], 2, false],
    ['no proof', [], 1, false],
    ['no proof, at any time', [], 1, false, { within: Infinity }],
  ])('of %s: level %i is %s', ([, proofs, level, expected, options]) => {
    expect(hasLevel(sessionBy(...proofs), level, options)).toBe(expected);
  });

  it('is false for nobody', () => {
    expect(hasLevel(null, 1)).toBe(false);
  });
});

describe('requireLevel', () => {
  const started: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of started.splice(0)) await stop();
  });

  async function startApi(
    options: FoyerMiddlewareOptions,
    level: Level = 2,
    levelOptions?: LevelOptions,
  ): Promise<string> {
    const api = express();
    api.use(
      '/transfers',
      foyer(options),
      requireLevel(level, levelOptions),
      (_req, res) => void res.json({ done: true }),
    );
    const server = createServer(api);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    started.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  const send = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url, { method, headers: { cookie: agent.cookieHeader, ...headers }, redirect: 'manual' });

  it('passes a request whose proofs reach the level', async ({ app }) => {
    const api = await startApi({ url: app.origin, cookiePrefix: 'foyer' });
    await prove(app, passkey());
    const answer = await send(`${api}/transfers/7`, HTML);
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
  });

  it('redirects a navigation to the page of Foyer, which returns to the same address', async ({ app }) => {
    const api = await startApi({ url: app.origin, cookiePrefix: 'foyer' });
    await prove(app, password());
    const answer = await send(`${api}/transfers/7?to=B%26C&note=%2F`, HTML);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(`${app.origin}/verify`);
    expect([...location.searchParams]).toEqual([
      ['level', '2'],
      ['callbackUrl', `${api}/transfers/7?to=B%26C&note=%2F`],
    ]);
  });

  it('answers 403 with the code and the page to calls of a script and to forms', async ({ app }) => {
    const api = await startApi({ url: app.origin, cookiePrefix: 'foyer' });
    await prove(app, password());
    for (const answer of [
      await send(`${api}/transfers`),
      await send(`${api}/transfers`, { accept: 'application/json' }),
      await send(`${api}/transfers`, HTML, 'POST'),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({
        error: {
          message: expect.any(String),
          data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl: `${app.origin}/verify?level=2` },
        },
      });
    }
  });

  it('refuses proofs that are older than `within`', async ({ app }) => {
    await prove(app, passkey(2));
    const strict = await startApi({ url: app.origin, cookiePrefix: 'foyer' }, 2, { within: 60 });
    expect((await send(`${strict}/transfers`)).status).toBe(403);
    const lax = await startApi({ url: app.origin, cookiePrefix: 'foyer' }, 2, { within: 180 });
    expect((await send(`${lax}/transfers`)).status).toBe(200);
  });

  it('answers SESSION_NOT_FRESH for level 1 with old proofs', async ({ app }) => {
    const api = await startApi({ url: app.origin, cookiePrefix: 'foyer' }, 1);
    await prove(app, password(11));
    expect(await (await send(`${api}/transfers`)).json()).toMatchObject({
      error: { data: { appCode: 'SESSION_NOT_FRESH', verifyUrl: `${app.origin}/verify?level=1` } },
    });
    await prove(app, password(1));
    expect((await send(`${api}/transfers`)).status).toBe(200);
  });

  it('names the public addresses of Foyer and of the app where they differ from the requests', async ({
    app,
  }) => {
    const api = await startApi(
      { url: app.origin, cookiePrefix: 'foyer', fetch: answerAsAda, origin: 'https://id.example.test' },
      2,
      {
        appOrigin: 'https://app.example.test',
      },
    );
    const headers = { cookie: '__Host-foyer.session=a', ...HTML };
    expect((await send(`${api}/transfers`, headers)).headers.get('location')).toBe(
      `https://id.example.test/verify?level=2&callbackUrl=${encodeURIComponent('https://app.example.test/transfers')}`,
    );
  });

  it('answers 401 without a session', async ({ app }) => {
    const api = await startApi({ url: app.origin, cookiePrefix: 'foyer' });
    const answer = await send(`${api}/transfers`, { cookie: '', ...HTML });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
  });

  it('names no page to an access token, which no page makes stronger', async ({ app }) => {
    const api = await startApi({
      url: app.origin,
      cookiePrefix: 'foyer',
      accessTokens: { scopes: ['profile:read'] },
    });
    const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
    const answer = await send(`${api}/transfers`, { authorization: `Bearer ${token}`, ...HTML });
    expect(answer.status).toBe(403);
    const { error } = (await answer.json()) as { error: { data: object } };
    expect(error.data).toEqual({ appCode: 'SECOND_FACTOR_REQUIRED' });
  });

  it('is required to stand behind foyer()', () => {
    expect(() => requireLevel(2)({} as never, {} as never, () => {})).toThrow(
      'requireLevel: call foyer({ url }) first',
    );
  });
});

/** A Foyer at another address, where Ada has signed in by password. */
const answerAsAda = () =>
  Promise.resolve(
    Response.json({
      result: {
        data: {
          user: { id: 'a', name: null, email: null, image: null },
          proofs: [{ method: 'password', factor: 'knowledge', at: new Date().toISOString() }],
          amr: ['pwd'],
          aal: 1,
          via: { kind: 'cookie' },
        },
      },
    }),
  );

describe('checkLevel', () => {
  const URL_OF_PAGE = 'https://app.example.test/transfers?to=7';
  const check = async (app: TestApp, headers: Record<string, string> = {}) => {
    const request = new Request(URL_OF_PAGE, { headers: { cookie: agent.cookieHeader, ...headers } });
    const session = await getSession(request, { url: app.origin, cookiePrefix: 'foyer' });
    return checkLevel(request, session, 2, { url: app.origin });
  };

  it('is null where the proofs reach the level', async ({ app }) => {
    await prove(app, password(), totp());
    expect(await check(app, HTML)).toBeNull();
  });

  it('redirects a navigation, and answers 403 to a call', async ({ app }) => {
    await prove(app, password());
    const redirect = await check(app, HTML);
    expect(redirect?.status).toBe(303);
    expect(redirect?.headers.get('location')).toBe(
      `${app.origin}/verify?level=2&callbackUrl=${encodeURIComponent(URL_OF_PAGE)}`,
    );
    const refusal = await check(app);
    expect(refusal?.status).toBe(403);
    expect(refusal?.headers.get('cache-control')).toBe('no-store');
    expect(await refusal?.json()).toMatchObject({
      error: { data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl: `${app.origin}/verify?level=2` } },
    });
  });

  it('answers 401 without a session', async ({ app }) => {
    const answer = await check(app, { cookie: '' });
    expect(answer?.status).toBe(401);
    expect(answer?.headers.get('www-authenticate')).toBe('Bearer realm="Foyer"');
    expect(await answer?.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
  });
});
