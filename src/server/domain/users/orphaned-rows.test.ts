import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import { aUserWithSession, readUser } from '../../../testing/users/signed-in-users.ts';
import type { AccessTokenDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { SWEEP_EVERY_MS } from '../jobs/sweeps.ts';
import { openTokens, sealTokens } from '../providers/provider-tokens.ts';
import { linkAccount, listAccounts, recordAccountUse, unlinkAccount } from './accounts.ts';
import { SWEEP_BATCH, sweepOrphanedRows } from './orphaned-rows.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
it.beforeEach(async ({ app }) => {
  await app.db.collection('sweeps').deleteMany({});
});

async function connect({ deps }: TestApp, user: UserDocument, providerAccountId: string): Promise<void> {
  const account = { provider: 'provider', providerAccountId, type: 'oidc' } as const;
  await linkAccount(deps, user, account, { requestContext: NO_REQUEST, label: null, actor: null });
  const granted = { accessToken: uniqueName(), refreshToken: uniqueName(), expiresAt: null };
  const tokens = sealTokens(deps, account, granted);
  await recordAccountUse(deps, user._id, account, { label: null, image: null, tokens });
}

const rowsOf = ({ deps }: TestApp, providerAccountId: string) =>
  deps.collections.accounts.countDocuments({ providerAccountId });

/** The request that unlinks the first of two connections dies right after its deciding write. */
async function cutShort(app: TestApp) {
  const { user, session } = await aUserWithSession(app);
  const [login, kept] = [uniqueName(), uniqueName()];
  await connect(app, user, login);
  await connect(app, user, kept);
  const account = { provider: 'provider', providerAccountId: login };
  for (let n = 1; (await readUser(app, { userId: user._id })).accounts.length === 2; n++) {
    faults.arm('killed', n);
    await unlinkAccount(app.deps, { user, session }, account, NO_REQUEST).catch(() => null);
    faults.disarm();
  }
  expect(await rowsOf(app, login)).toBe(1);
  return { user, login, kept };
}

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

it('finishes an unlink after a kill at any command, and revokes its grant once (security.md R2)', async ({
  app,
}) => {
  const { user, login, kept } = await cutShort(app);
  const { accounts, jobs } = app.deps.collections;
  const row = await accounts.findOne({ providerAccountId: login });
  expect(row && openTokens(app.deps, row, row.tokens)).toMatchObject({ accessToken: expect.any(String) });
  let kills = 0;
  for (let n = 0; ; n++) {
    faults.arm('killed', n);
    await sweepOrphanedRows(app.deps).catch(() => null);
    if (!faults.disarm().struck) break;
    kills++;
    // The lease of the killed process ends.
    app.advance(SWEEP_EVERY_MS + MINUTE_MS);
  }
  expect(kills).toBeGreaterThan(4);
  expect([await rowsOf(app, login), await rowsOf(app, kept)]).toEqual([0, 1]);
  const listed = await listAccounts(app.deps, await readUser(app, { userId: user._id }));
  expect(listed).toMatchObject([{ providerAccountId: kept }]);
  expect(await jobs.countDocuments({ kind: 'revoke-grant', userId: user._id })).toBe(1);
});

it('removes the row of a revoked access token, but not of an active, expired or new one', async ({ app }) => {
  const agent = await app.signInByMail(uniqueEmail());
  const living = await makeToken(app, agent);
  const { accessTokens } = app.deps.collections;
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
  await runDueJobs(app.deps);
  const left = await accessTokens.find().sort({ _id: 1 }).toArray();
  expect(left.map(({ name }) => name)).toEqual([row.name, 'expired', 'being made']);
});

it('reads a bounded number of rows, in one process at a time, every few minutes', async ({ app }) => {
  const { accessTokens } = app.deps.collections;
  await accessTokens.deleteMany({});
  const now = app.deps.now().getTime();
  await accessTokens.insertMany(Array.from({ length: SWEEP_BATCH + 3 }, () => anOrphan(now)));
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

  await accessTokens.insertOne(anOrphan(now));
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(1);
  app.advance(SWEEP_EVERY_MS + SECOND_MS);
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(0);
});

it('keeps the progress of the next process when its own lease has ended', async ({ app }) => {
  const { accessTokens } = app.deps.collections;
  await accessTokens.deleteMany({});
  const now = app.deps.now().getTime();
  await accessTokens.insertMany(Array.from({ length: SWEEP_BATCH + 3 }, () => anOrphan(now)));
  // The first search is that for connections.
  const looking = faults.holdBefore('users.find', 2);
  const late = sweepOrphanedRows(app.deps);
  await looking.reached;
  app.advance(MINUTE_MS + SECOND_MS);
  for (let batch = 0; batch < 2; batch++) await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(0);
  looking.release();
  await late;

  // The next process has found the end and waits some minutes. The late one does not begin again before.
  await accessTokens.insertOne(anOrphan(now));
  await sweepOrphanedRows(app.deps);
  expect(await accessTokens.countDocuments()).toBe(1);
});

it('removes nothing of a connection that is made again at the same time', async ({ app }) => {
  const { user, login } = await cutShort(app);
  await whileHeld(
    faults,
    'users.find',
    () => sweepOrphanedRows(app.deps),
    () => connect(app, user, login),
  );
  expect(await rowsOf(app, login)).toBe(1);
});
