import { ObjectId } from 'mongodb';
import { beforeAll, expect } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import { SWEEP_EVERY_MS } from '../jobs/sweeps.ts';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { AccessTokenDocument } from '../../database/collections.ts';
import { SWEEP_BATCH, sweepOrphanedRows } from './orphaned-rows.ts';
import { runDueJobs } from '../job-runner.ts';
import { openTokens } from '../providers/provider-tokens.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const faults = createFaultInjector();
let provider: IdentityProvider;
/** The tokens that were revoked at the provider. */
const revoked: string[] = [];
beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Provider' });
  return () => provider.close();
});
const it = testWith({
  faults,
  providers: () => Promise.resolve([provider.settings]),
  fetch: (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/token/revocation'))
      revoked.push(new URLSearchParams(init?.body as URLSearchParams).get('token') ?? '');
    return fetch(input, init);
  },
});
it.beforeEach(async ({ app }) => {
  await app.db.collection('sweeps').deleteMany({});
  revoked.length = 0;
});

async function connect(app: TestApp, agent: HttpAgent, login: string): Promise<void> {
  const { visitProvider } = startProviderVisits(app);
  const { location } = await agent.request(await visitProvider(agent, provider, { login }, true));
  expect(location).toContain('outcome=linked');
}

/** A person with two connections. The request that unlinks the first dies right after its deciding write. */
async function cutShort(app: TestApp) {
  const email = uniqueEmail();
  const login = email.split('@')[0] ?? '';
  const agent = await app.signInByMail(email);
  await connect(app, agent, login);
  await connect(app, agent, `${login}-kept`);
  const row = await app.deps.collections.accounts.findOne({ providerAccountId: login });
  const tokens = row && openTokens(app.deps, row, row.tokens);
  for (let n = 1; ; n++) {
    faults.arm('killed', n);
    await app
      .client(agent)
      .accounts.unlink.mutate({ provider: 'provider', providerAccountId: login })
      .catch(() => null);
    faults.disarm();
    const held = await app.deps.collections.users.findOne({ 'accounts.key': `provider:${login}` });
    if (!held) break;
  }
  expect(await app.deps.collections.accounts.countDocuments({ providerAccountId: login })).toBe(1);
  return { agent, login, granted: [tokens?.refreshToken, tokens?.accessToken] };
}

/** The row of an access token that no user has. */
const anOrphan = (now: number, changes: Partial<AccessTokenDocument> = {}): AccessTokenDocument => ({
  _id: new ObjectId(),
  userId: new ObjectId(),
  tokenHash: new ObjectId().toHexString(),
  lastFour: 'abcd',
  name: 'an orphan',
  scopes: [],
  createdAt: new Date(now - MINUTE_MS),
  authenticatedAt: new Date(now),
  proofs: [],
  expires: new Date(now + DAY_MS),
  lastUsed: null,
  ...changes,
});

const rowsOf = (app: TestApp, login: string) =>
  app.deps.collections.accounts.countDocuments({ providerAccountId: login });

it('finishes an unlink after a kill at any command, and revokes each grant once (security.md R2)', async ({
  app,
}) => {
  const { agent, login, granted } = await cutShort(app);
  let kills = 0;
  for (let n = 0; ; n++) {
    faults.arm('killed', n);
    await sweepOrphanedRows(app.deps).catch(() => null);
    const { struck } = faults.disarm();
    if (!struck) break;
    kills++;
    // The lease of the killed process ends.
    app.advance(SWEEP_EVERY_MS + MINUTE_MS);
  }
  expect(kills).toBeGreaterThan(4);
  expect(await rowsOf(app, login)).toBe(0);
  await runDueJobs(app.deps);
  expect(revoked.filter((token) => granted.includes(token))).toEqual(granted);
  expect(await rowsOf(app, `${login}-kept`)).toBe(1);
  const kept = await app.client(agent).accounts.list.query();
  expect(kept).toMatchObject([{ providerAccountId: `${login}-kept` }]);
});

it('removes the row of a revoked access token, but not of an active, expired or new one', async ({ app }) => {
  const agent = await app.signInByMail(uniqueEmail());
  const living = await makeToken(app, agent);
  const { accessTokens } = app.deps.collections;
  await accessTokens.deleteMany({ _id: { $ne: new ObjectId(living.accessToken.id) } });
  const row = await accessTokens.findOne({ _id: new ObjectId(living.accessToken.id) });
  if (!row) throw new Error('no row');
  const { userId } = row;
  const now = app.deps.now().getTime();
  await accessTokens.insertMany([
    anOrphan(now, { name: 'revoked', userId }),
    anOrphan(now, { name: 'of a user who is gone' }),
    anOrphan(now, { name: 'expired', userId, expires: new Date(now - SECOND_MS) }),
    anOrphan(now, { name: 'being made', userId, createdAt: new Date(now) }),
  ]);
  await accessTokens.updateOne({ _id: row._id }, { $set: { createdAt: new Date(now - DAY_MS) } });
  await sweepOrphanedRows(app.deps);
  const left = await accessTokens.find().sort({ _id: 1 }).toArray();
  expect(left.map(({ name }) => name)).toEqual([row.name, 'expired', 'being made']);
});

it('reads a bounded number of rows, in one process at a time, every few minutes', async ({ app }) => {
  const { accessTokens } = app.deps.collections;
  await accessTokens.deleteMany({});
  const now = app.deps.now().getTime();
  const orphan = () => anOrphan(now);
  await accessTokens.insertMany(Array.from({ length: SWEEP_BATCH + 3 }, orphan));
  // Another process at the same time does nothing.
  const looking = faults.holdBefore('access_tokens.find');
  const first = sweepOrphanedRows(app.deps);
  await looking.reached;
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(SWEEP_BATCH + 3);
  looking.release();
  await first;
  expect(await accessTokens.countDocuments()).toBe(3);
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(0);

  await accessTokens.insertOne(orphan());
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(1);
  app.advance(SWEEP_EVERY_MS + SECOND_MS);
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(0);
});

it('removes nothing of a connection that is made again at the same time', async ({ app }) => {
  const { agent, login } = await cutShort(app);
  const looking = faults.holdBefore('users.find');
  const sweep = sweepOrphanedRows(app.deps);
  await looking.reached;
  await connect(app, agent, login);
  looking.release();
  await sweep;
  expect(await rowsOf(app, login)).toBe(1);
});
