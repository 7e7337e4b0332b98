import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { countOutcomes, countParallel } from '../../../testing/app/app-code.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { ALL_FAULTS, PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { documentsNaming } from '../../../testing/database/documents-naming.ts';
import { createAccessToken } from '../tokens/access-tokens.ts';
import type { ProviderAccount } from '../rules/account-key.ts';
import { deleteAccount, TOMBSTONE_MIN_AGE_MS } from './account-deletion.ts';
import { linkAccount, recordAccountUse, unlinkAccount } from '../users/accounts.ts';
import { changeEmail } from '../email/email-change.ts';
import { confirmEmailCode } from '../email/email-confirmation.ts';
import { runDueJobs } from '../job-runner.ts';
import { showUpload } from '../pictures/pictures.ts';
import { sealTokens } from '../providers/provider-tokens.ts';
import { readSession, type ReadSession } from '../sessions/sessions.ts';
import { startSession } from '../../../testing/users/sessions.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';
import { seededRandom, TEST_SEED } from '../../../testing/run/random.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const WORDS = 'delete my account';

const unique = () => new ObjectId().toHexString();
const anAccount = (): ProviderAccount => ({ provider: 'one', providerAccountId: unique(), type: 'oidc' });

interface PersonWithAccount extends ReadSession {
  readonly email: string;
  readonly account: ProviderAccount;
}

async function aPersonWithAccount(app: TestApp): Promise<PersonWithAccount> {
  const email = `${unique()}@example.test`;
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, email, NO_REQUEST);
  const account = anAccount();
  await linkAccount(app.deps, user, account, { requestContext: NO_REQUEST, label: null, actor: null });
  const { token } = await startSession(app.deps, user);
  const read = await readSession(app.deps, token);
  if (!read) throw new Error('no session');
  return { ...read, email, account };
}

function grantedTo({ deps }: TestApp, account: ProviderAccount) {
  const tokens = { accessToken: unique(), refreshToken: null, expiresAt: null };
  return { label: null, image: null, tokens: sealTokens(deps, account, tokens) };
}

const leave = async (app: TestApp, who: PersonWithAccount) => {
  await deleteAccount(app.deps, who, WORDS, NO_REQUEST);
  return 'deleted';
};

/** Checks the tombstone. After the sweep nothing is left, and the same sign-in makes a new user. */
async function expectGone(app: TestApp, { user, email, account }: PersonWithAccount): Promise<void> {
  const tombstone = await app.deps.collections.users.findOne({ _id: user._id });
  const at = tombstone?.deletedAt;
  expect(tombstone).toEqual({
    _id: user._id,
    name: null,
    nameKey: '',
    namePrefixes: [],
    emailVerified: null,
    image: null,
    locale: 'en',
    accounts: [],
    accessTokens: [],
    outbox: [],
    sessionsValidFrom: at,
    eventSequence: expect.any(Number) as number,
    deletedAt: at,
    createdAt: at,
    updatedAt: at,
  });
  app.advance(TOMBSTONE_MIN_AGE_MS);
  await runDueJobs(app.deps);
  const traits = [user._id.toHexString(), account.providerAccountId];
  const { rate_limits: _counters, events: _ids, ...left } = await documentsNaming(app.db, traits);
  expect(left).toEqual({});
  const { users } = app.deps.collections;
  expect(await users.countDocuments({ email })).toBeLessThanOrEqual(1);
  expect(await brokenInvariants(app.db)).toEqual([]);
}

describe(`a deletion among ${PARALLEL_CALLS} parallel calls (security.md R1)`, { timeout: 60_000 }, () => {
  it('is decided once and mailed once', async ({ app }) => {
    const who = await aPersonWithAccount(app);
    expect(await countParallel(() => leave(app, who))).toEqual({
      deleted: 1,
      SessionRequired: PARALLEL_CALLS - 1,
    });
    await expectGone(app, who);
    const mails = await mailsOf(app, who.email);
    expect(mails.filter(({ subject }) => subject.includes('deleted'))).toHaveLength(1);
  });

  it('is refused in a session that has just ended', async ({ app }) => {
    const { users, events } = app.deps.collections;
    for (const ending of [{ sessions: [] }, { sessions: [{ id: new ObjectId() }] }]) {
      const who = await aPersonWithAccount(app);
      await users.updateOne({ _id: who.user._id }, { $set: ending });
      expect(await countOutcomes([leave(app, who)])).toEqual({ SessionRequired: 1 });
      expect(await users.findOne({ _id: who.user._id })).toMatchObject({ email: who.email, ...ending });
      // No event tells of this ending, so the invariants of the other tests would report it.
      await users.deleteOne({ _id: who.user._id });
      await events.deleteMany({ subject: who.user._id });
    }
  });

  it('succeeds after the deciding write, even when later steps fail', async ({ app }) => {
    const who = await aPersonWithAccount(app);
    const faults = createFaultInjector();
    const deps = faults.install(app.deps);
    // Two commands remove the links, the third decides. Then the database is down.
    faults.arm('killed', 3);
    const answer = await deleteAccount(deps, who, WORDS, NO_REQUEST);
    expect(faults.disarm()).toMatchObject({ struck: true });
    expect(answer).toEqual({ confirmationTo: who.email });
    app.advance(TOMBSTONE_MIN_AGE_MS);
    await runDueJobs(app.deps);
    expect(await app.deps.collections.users.countDocuments({ _id: who.user._id })).toBe(0);
    expect(app.mailbox.last(who.email).subject).toContain('was deleted');
  });

  /** Changes that add rows. `ended-sessions.test.ts` has those that write the user only. */
  const rivals: Readonly<
    Record<string, (app: TestApp, who: PersonWithAccount) => Promise<(way: number) => Promise<unknown>>>
  > = {
    links: (app, actor) =>
      Promise.resolve(async () => {
        const account = anAccount();
        await linkAccount(app.deps, actor.user, account, { requestContext: NO_REQUEST, label: null, actor });
        await recordAccountUse(app.deps, actor.user._id, account, grantedTo(app, account));
      }),
    'links without a session': (app, { user }) =>
      Promise.resolve(() =>
        linkAccount(app.deps, user, anAccount(), { requestContext: NO_REQUEST, label: null, actor: null }),
      ),
    unlinks: (app, actor) => Promise.resolve(() => unlinkAccount(app.deps, actor, actor.account, NO_REQUEST)),
    'uses of a connection': (app, { user, account }) =>
      Promise.resolve(() => recordAccountUse(app.deps, user._id, account, grantedTo(app, account))),
    'new sessions': (app, { user }) => Promise.resolve(() => startSession(app.deps, user)),
    'proofs of the address': (app, { email }) =>
      Promise.resolve(async () => {
        const { user } = await findOrCreateUserByVerifiedEmail(app.deps, email, NO_REQUEST);
        await startSession(app.deps, user);
      }),
    'changes of the address': async (app, actor) => {
      const wanted = `${unique()}@example.test`;
      await changeEmail(app.deps, { actor, requestContext: NO_REQUEST }, wanted);
      const code = app.mailbox.codeOf(app.mailbox.last(wanted));
      return () => confirmEmailCode(app.deps, { actor, requestContext: NO_REQUEST }, code);
    },
    'access tokens': (app, { user, session }) =>
      Promise.resolve((way) => {
        const expires = new Date(app.deps.now().getTime() + DAY_MS).toISOString();
        const input = { name: `number ${way}`, scopes: ['profile:read' as const], expires };
        return createAccessToken(app.deps, { user, session }, input, NO_REQUEST);
      }),
    pictures: (app, actor) => Promise.resolve(() => showUpload(app.deps, actor, new Uint8Array([1]))),
  };

  // In `npm test`: one adds rows, one writes the user, one looks for the address, and a mail began one.
  const few = ['new sessions', 'unlinks', 'proofs of the address', 'changes of the address'];
  const tried = ALL_FAULTS ? Object.keys(rivals) : few;
  it.for(tried)('leaves no data at the same time as %s', async (name, { app }) => {
    const who = await aPersonWithAccount(app);
    const rival = await rivals[name]?.(app, who);
    if (!rival) throw new Error(`there is no rival "${name}"`);
    const at = seededRandom(TEST_SEED).below(PARALLEL_CALLS);
    const outcomes = await countParallel(async (way) => {
      if (way === at) return leave(app, who);
      // The second command of a deletion decides: some changes come before it, some after.
      for (let step = 0; step < way % 10; step++) await app.db.command({ ping: 1 });
      await rival(way);
      return 'done';
    });
    expect(outcomes['deleted']).toBe(1);
    await expectGone(app, who);
  });
});
