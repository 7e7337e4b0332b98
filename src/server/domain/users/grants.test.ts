import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { startProviderVisits, type ProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { freshTokens } from './grants.ts';
import { JOB_MAX_ATTEMPTS, runDueJobs } from '../job-runner.ts';
import { openTokens, sealTokens, type ProviderTokens } from '../providers/provider-tokens.ts';

let provider: IdentityProvider;
let signIn: ProviderVisits['signIn'];
/** Every call to the provider since the last test, as method and path. */
const calls: string[] = [];
/** Calls to these paths fail as if the provider were down. */
let away: RegExp | null = null;
let tokenAnswer: ((answer: Record<string, unknown>) => Record<string, unknown>) | null = null;
let userInfo: Record<string, unknown> | null = null;

beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Granting', trustEmail: true });
  return () => provider.close();
});
const it = testWith({
  providers: () => Promise.resolve([provider.settings]),
  fetch: async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    calls.push(pathname);
    if (tokenAnswer && pathname === '/token') {
      const answer = await fetch(input, init);
      return Response.json(tokenAnswer((await answer.json()) as Record<string, unknown>));
    }
    if (userInfo && pathname === '/me') return Promise.resolve(Response.json(userInfo));
    return away?.test(pathname) ? Promise.reject(new TypeError('connection refused')) : fetch(input, init);
  },
});
it.beforeAll(({ app }) => {
  ({ signIn } = startProviderVisits(app));
});
beforeEach(() => {
  calls.length = 0;
  away = tokenAnswer = userInfo = null;
});

async function connected(app: TestApp, login: string) {
  const { agent } = await signIn(provider, { login, email: `${login}@example.test` });
  const key = { provider: 'granting', providerAccountId: login };
  const row = await app.deps.collections.accounts.findOne(key);
  const tokens = row && openTokens(app.deps, row, row.tokens);
  if (!row || !tokens?.accessToken || !tokens.refreshToken) throw new Error('the provider granted nothing');
  return { agent, trpc: app.client(agent), key, row, tokens };
}

/** Sends the refresh token to an endpoint of the provider, as Foyer does. */
function sendToken(endpoint: 'introspection' | 'revocation', { refreshToken }: ProviderTokens) {
  const { clientId, clientSecret } = provider.settings;
  const credentials = Buffer.from(`${clientId}:${encodeURIComponent(clientSecret ?? '')}`).toString('base64');
  return fetch(`${provider.issuer}/token/${endpoint}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ token: refreshToken ?? '' }),
  });
}

async function grantLives(tokens: ProviderTokens): Promise<boolean> {
  const response = await sendToken('introspection', tokens);
  return ((await response.json()) as { active: boolean }).active;
}

describe('a provider’s tokens', () => {
  it('are encrypted in the database and never sent to a browser (security.md 30)', async ({ app }) => {
    const { agent, tokens } = await connected(app, 'sealed');
    const stored = JSON.stringify(
      await Promise.all((await app.db.collections()).map((collection) => collection.find().toArray())),
    );
    const seen = await agent.request('/trpc/accounts.list,profile.get,session.get,providers.list?batch=1');
    expect(seen.status).toBe(200);
    for (const secret of [tokens.accessToken, tokens.refreshToken]) {
      expect(stored).not.toContain(secret);
      expect(seen.text).not.toContain(secret);
    }
    expect(seen.text).not.toContain('v1.');
  });

  it('of one account cannot be decrypted as another’s', async ({ app }) => {
    const { row } = await connected(app, 'bound');
    expect(openTokens(app.deps, { provider: 'granting', providerAccountId: 'other' }, row.tokens)).toBeNull();
  });
});

describe('unlinking', () => {
  it('revokes the grant at the provider (RFC 7009) and removes the row', async ({ app }) => {
    const { trpc, key, tokens } = await connected(app, 'revoked');
    expect(await grantLives(tokens)).toBe(true);
    await trpc.accounts.unlink.mutate(key);
    await runDueJobs(app.deps);
    expect(await grantLives(tokens)).toBe(false);
    expect(await app.deps.collections.accounts.countDocuments(key)).toBe(0);
    expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
    expect(app.mailbox.last('revoked@example.test').subject).toMatch(/^Granting was removed/);
  });

  it('does not wait for a provider that is down, and revokes the grant later', async ({ app }) => {
    const { trpc, key, tokens } = await connected(app, 'patient');
    away = /revocation/;
    expect(await trpc.accounts.unlink.mutate(key)).toEqual([]);
    await runDueJobs(app.deps);
    expect(await app.deps.collections.jobs.countDocuments({ kind: 'revoke-grant' })).toBe(1);
    expect(await grantLives(tokens)).toBe(true);
    away = null;
    // Not before its pause is over.
    expect(await runDueJobs(app.deps)).toBe(0);
    app.advance(11_000);
    expect(await runDueJobs(app.deps)).toBe(1);
    expect(await grantLives(tokens)).toBe(false);
  });

  it('stops trying to revoke after many tries and logs it', async ({ app }) => {
    const { trpc, key } = await connected(app, 'hopeless');
    away = /revocation/;
    await trpc.accounts.unlink.mutate(key);
    const { jobs } = app.deps.collections;
    const waiting = { kind: 'revoke-grant', runAt: { $ne: null } } as const;
    await jobs.updateMany(waiting, { $set: { attempts: JOB_MAX_ATTEMPTS - 2 } });
    for (const left of [1, 0]) {
      app.advance(4 * 60 * 60_000);
      await runDueJobs(app.deps);
      expect(await jobs.countDocuments(waiting)).toBe(left);
    }
    expect(app.logLines.some(({ msg }) => msg === 'job given up')).toBe(true);
  });
});

describe('accounts.inspect', () => {
  it('answers "ended" from the grant’s end at the provider until the next sign-in', async ({ app }) => {
    const { agent, trpc, key, tokens } = await connected(app, 'inspected');
    expect(await trpc.accounts.inspect.mutate(key)).toEqual({ status: 'connected' });
    await sendToken('revocation', tokens);
    expect(await trpc.accounts.inspect.mutate(key)).toEqual({ status: 'ended' });
    expect(await trpc.accounts.list.query()).toMatchObject([{ status: 'ended' }]);
    await signIn(provider, { login: 'inspected', email: 'inspected@example.test' }, agent);
    expect(await trpc.accounts.list.query()).toMatchObject([{ status: 'connected' }]);
  });

  it('updates the label from user-info, but not from that of another subject', async ({ app }) => {
    const { trpc, key } = await connected(app, 'renamed');
    for (const sub of ['renamed', 'somebody-else']) {
      userInfo = { sub, email: `new-name-of-${sub}@example.test` };
      expect(await trpc.accounts.inspect.mutate(key)).toEqual({ status: 'connected' });
      expect(await trpc.accounts.list.query()).toMatchObject([{ label: 'new-name-of-renamed@example.test' }]);
    }
  });

  it('answers "unknown" and changes nothing when the provider does not answer', async ({ app }) => {
    const { trpc, key } = await connected(app, 'unasked');
    away = /introspection/;
    expect(await trpc.accounts.inspect.mutate(key)).toEqual({ status: 'unknown' });
    expect(await trpc.accounts.list.query()).toMatchObject([{ status: 'connected' }]);
  });

  it('limits the calls to the provider, and finds no connection of somebody else', async ({ app }) => {
    const { trpc, key, row } = await connected(app, 'curious');
    const others = await connected(app, 'patient-other');
    const unknown = { ...key, providerAccountId: 'nobody' };
    for (let times = 1; times < RATE_LIMITS['provider-call'].refusal.user.quarter; times++) {
      expect(await appCodeOf(trpc.accounts.inspect.mutate(unknown))).toBe('NOT_FOUND');
    }
    expect(await trpc.accounts.inspect.mutate(key)).toEqual({ status: 'connected' });
    calls.length = 0;
    expect(await appCodeOf(trpc.accounts.inspect.mutate(key))).toBe('RATE_LIMITED');
    expect(calls).toEqual([]);
    // Nobody learns that another user's connection exists.
    expect(await appCodeOf(others.trpc.accounts.inspect.mutate(key))).toBe('NOT_FOUND');
    expect(await others.trpc.accounts.inspect.mutate(others.key)).toEqual({ status: 'connected' });
    // The count belongs to the user and is deleted with their account.
    const counter = `provider-call-user-quarter:${row.userId.toHexString()}`;
    expect(await app.db.collection('rate_limits').countDocuments({ key: counter })).toBe(1);
  });
});

describe('tokens that expire soon', () => {
  async function expire(app: TestApp, login: string) {
    const { row, tokens } = await connected(app, login);
    const sealed = sealTokens(app.deps, row, { ...tokens, expiresAt: Date.now() });
    await app.deps.collections.accounts.updateOne({ _id: row._id }, { $set: { tokens: sealed } });
    calls.length = 0;
    return { tokens, row: { ...row, tokens: sealed } };
  }

  it('are refreshed once by parallel calls', async ({ app }) => {
    const { row, tokens } = await expire(app, 'refreshed');
    const got = await Promise.all(Array.from({ length: 20 }, () => freshTokens(app.deps, row)));
    expect(calls.filter((path) => path === '/token')).toHaveLength(1);
    expect(new Set(got.map((each) => each?.accessToken)).size).toBe(1);
    expect(got[0]?.accessToken).not.toBe(tokens.accessToken);
  });

  it.for<[string, (idToken: string, others: string) => string]>([
    ['with a garbage signature', (idToken) => `${idToken.slice(0, idToken.lastIndexOf('.'))}.Z2FyYmFnZQ`],
    ['of another subject', (_idToken, others) => others],
  ])('stay as they are when the refresh brings an ID token %s', async ([what, forge], { app }) => {
    let others = '';
    tokenAnswer = (answer) => {
      others = String(answer['id_token']);
      return answer;
    };
    await connected(app, `other ${what}`.replaceAll(' ', '-'));
    tokenAnswer = null;
    const { row } = await expire(app, `forged ${what}`.replaceAll(' ', '-'));
    tokenAnswer = (answer) => ({ ...answer, id_token: forge(String(answer['id_token']), others) });
    await expect(freshTokens(app.deps, row)).rejects.toThrow(/signature verification failed|another subject/);
    expect(await app.deps.collections.accounts.findOne({ _id: row._id })).toMatchObject({
      tokens: row.tokens,
      refreshingUntil: null,
    });
  });

  it('do not change when the provider does not answer, and can be refreshed later', async ({ app }) => {
    const { row } = await expire(app, 'later');
    away = /^\/token$/;
    await expect(freshTokens(app.deps, row)).rejects.toThrow('connection refused');
    away = null;
    const current = await app.deps.collections.accounts.findOne({ _id: row._id });
    if (!current) throw new Error('the row is gone');
    expect(current.grantEndedAt).toBeNull();
    expect((await freshTokens(app.deps, current))?.accessToken).toBeTruthy();
  });
});
