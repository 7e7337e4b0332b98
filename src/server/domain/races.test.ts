import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { PARALLEL_CALLS, reportFigures, rounds } from '../../testing/faults/fault-rounds.ts';
import { countParallel } from '../../testing/app/app-code.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import { startSession } from '../../testing/users/sessions.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { deleteAccount } from './privacy/account-deletion.ts';
import type { ProviderAccount } from './rules/account-key.ts';
import type { SessionActor } from './rules/actor.ts';
import { linkAccount, listAccounts, recordAccountUse, unlinkAccount } from './users/accounts.ts';
import { runDueJobs } from './job-runner.ts';
import { enqueueJob } from './jobs/jobs.ts';
import { denyLink, keepPendingLink, resumeLink } from './sign-in/pending-links.ts';
import { sealTokens } from './providers/provider-tokens.ts';
import { createUserWithAccount, findOrCreateUserByVerifiedEmail } from './users/users.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { NO_REQUEST } from './rules/request-context.ts';

const BY = { requestContext: NO_REQUEST, label: null, actor: null };

const { it } = await testWithProviders();

const accountAt = (provider: 'trusted' | 'untrusted', providerAccountId = uniqueName()): ProviderAccount => ({
  provider,
  providerAccountId,
  type: 'oidc',
});
const userByMail = async (app: TestApp) =>
  (await findOrCreateUserByVerifiedEmail(app.deps, uniqueEmail(), NO_REQUEST)).user;

function granted(app: TestApp, account: ProviderAccount) {
  const tokens = { accessToken: uniqueName(), refreshToken: uniqueName(), expiresAt: null };
  return { label: null, image: null, tokens: sealTokens(app.deps, account, tokens) };
}

/** Links as a callback does: the deciding write first, then the data of the provider. */
async function link(app: TestApp, user: UserDocument, account: ProviderAccount): Promise<string> {
  const outcome = await linkAccount(app.deps, user, account, BY);
  await recordAccountUse(app.deps, user._id, account, granted(app, account));
  return outcome;
}

async function unlink(app: TestApp, actor: SessionActor, account: ProviderAccount): Promise<string> {
  await unlinkAccount(app.deps, actor, account, NO_REQUEST);
  return 'unlinked';
}

async function aWaitingLink(app: TestApp) {
  const user = await userByMail(app);
  const account = accountAt('untrusted');
  const { secret } = await keepPendingLink(app.deps, {
    account,
    name: null,
    shownName: null,
    remote: granted(app, account),
    email: user.email ?? '',
    emailVerified: false,
    callbackPath: '/account',
  });
  const { provider, providerAccountId } = account;
  const row = await app.deps.collections.pendingLinks.findOne({ provider, providerAccountId });
  if (!row) throw new Error('nothing waits');
  const consent = { id: row._id.toHexString(), provider, providerAccountId };
  await app.deps.collections.jobs.deleteMany({});
  return { user, secret, consent, session: (await startSession(app.deps, user)).session };
}

async function reread(app: TestApp, user: UserDocument): Promise<UserDocument> {
  const found = await app.deps.collections.users.findOne({ _id: user._id });
  if (!found) throw new Error('the user is gone');
  return found;
}

describe(`${PARALLEL_CALLS} parallel calls`, { timeout: 300_000 }, () => {
  const total = rounds(1, 30);

  async function eachRound(app: TestApp, what: string, play: () => Promise<number>): Promise<void> {
    const figures = { rounds: 0, winners: 0, 'half-made': 0 };
    for (; figures.rounds < total; figures.rounds++) figures.winners += await play();
    const broken = await brokenInvariants(app.db);
    expect(broken).toEqual([]);
    reportFigures(`${PARALLEL_CALLS} × ${what}`, { ...figures, 'half-made': broken.length });
  }

  it('by two users who link one account connect it once (security.md R1)', ({ app }) =>
    eachRound(app, 'link/link', async () => {
      const [a, b] = await Promise.all([userByMail(app), userByMail(app)]);
      const account = accountAt('untrusted');
      const { linked = 0, ...others } = await countParallel((way) =>
        link(app, way % 2 === 0 ? a : b, account),
      );
      expect(linked).toBe(1);
      expect(Object.keys(others).toSorted()).toEqual(['ACCOUNT_BELONGS_TO_OTHER', 'already-linked']);
      return linked;
    }));

  it('that link and unlink one account succeed alternately', ({ app }) =>
    eachRound(app, 'link/unlink', async () => {
      const user = await userByMail(app);
      const actor = await startSession(app.deps, user);
      const account = accountAt('untrusted');
      const outcomes = await countParallel((way) =>
        way % 2 === 0 ? link(app, user, account) : unlink(app, actor, account),
      );
      const { linked = 0, unlinked = 0 } = outcomes;
      const left = await listAccounts(app.deps, await reread(app, user));
      expect(linked - unlinked).toBe(left.length);
      const row = await app.deps.collections.accounts.countDocuments({ userId: user._id });
      expect(row).toBeLessThanOrEqual(left.length);
      return left.length === 1 ? 1 : linked > 0 ? 1 : 0;
    }));

  it('that unlink both of two accounts leave exactly one (security.md R1)', ({ app }) =>
    eachRound(app, 'unlink/unlink', async () => {
      const [first, second] = [accountAt('trusted'), accountAt('untrusted')];
      const user = await createUserWithAccount(
        app.deps,
        { name: null, verifiedEmail: null, locale: 'en' },
        first,
      );
      await recordAccountUse(app.deps, user._id, first, granted(app, first));
      await link(app, user, second);
      const actor = await startSession(app.deps, user);
      const { unlinked = 0, ...others } = await countParallel((way) =>
        unlink(app, actor, way % 2 === 0 ? first : second),
      );
      expect(unlinked).toBe(1);
      expect(Object.keys(others).toSorted()).toEqual(['LAST_SIGN_IN_METHOD', 'NOT_FOUND']);
      expect((await reread(app, user)).accounts).toHaveLength(1);
      return unlinked;
    }));

  it('that link to a user during the deletion leave the account free', ({ app }) =>
    eachRound(app, 'link/delete', async () => {
      const [user, next] = await Promise.all([userByMail(app), userByMail(app)]);
      const account = accountAt('untrusted');
      const actor = await startSession(app.deps, user);
      const { deleted = 0, SessionRequired: late = 0 } = await countParallel(async (way) => {
        if (way % 10 !== 5) return link(app, user, account);
        await deleteAccount(app.deps, actor, 'delete my account', NO_REQUEST);
        return 'deleted';
      });
      expect([deleted, late]).toEqual([1, PARALLEL_CALLS / 10 - 1]);
      expect(await app.deps.collections.accounts.countDocuments({ userId: user._id })).toBe(0);
      expect(await link(app, next, account)).toBe('linked');
      return 1;
    }));

  it('that are first sign-ins of one person make one user (security.md R1)', ({ app }) =>
    eachRound(app, 'first sign-in', async () => {
      const account = accountAt('trusted');
      const email = uniqueEmail();
      const outcomes = await countParallel(async () => {
        const user = await createUserWithAccount(
          app.deps,
          { name: null, verifiedEmail: email, locale: 'en' },
          account,
        );
        await recordAccountUse(app.deps, user._id, account, granted(app, account));
        return user._id.toHexString();
      });
      expect(Object.values(outcomes)).toEqual([PARALLEL_CALLS]);
      return 1;
    }));

  it('that resume one waiting link connect it once and mail once (security.md R1)', ({ app }) =>
    eachRound(app, 'resumeLink', async () => {
      const { user, session, secret, consent } = await aWaitingLink(app);
      const { linked = 0, ...others } = await countParallel(
        async () => (await resumeLink(app.deps, secret, consent, { user, session }, NO_REQUEST)).outcome,
      );
      expect(linked).toBe(1);
      expect(['already-linked', 'LINK_EXPIRED']).toEqual(expect.arrayContaining(Object.keys(others)));
      expect(await app.db.collection('jobs').countDocuments({ kind: 'mail' })).toBe(1);
      expect(await app.deps.collections.pendingLinks.countDocuments({ provider: 'untrusted' })).toBe(0);
      return linked;
    }));

  it('that accept or deny one waiting link have one decision, which the grant follows', ({ app }) =>
    eachRound(app, 'resumeLink and denyLink', async () => {
      const { user, session, secret, consent } = await aWaitingLink(app);
      const outcomes = await countParallel(async (way) => {
        if (way % 2 === 1)
          return (await resumeLink(app.deps, secret, consent, { user, session }, NO_REQUEST)).outcome;
        await denyLink(app.deps, secret, consent);
        return 'denied';
      });
      const { linked = 0, denied = 0 } = outcomes;
      expect(linked + Math.min(denied, 1)).toBe(1);
      const handedBack = await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' });
      expect(handedBack).toBe(linked === 1 ? 0 : 1);
      expect((await reread(app, user)).accounts).toHaveLength(linked);
      expect(await app.deps.collections.pendingLinks.countDocuments({ provider: 'untrusted' })).toBe(0);
      return 1;
    }));

  it('that run the same jobs do each job once', ({ app }) =>
    eachRound(app, 'runDueJobs', async () => {
      app.mailbox.clear();
      const jobs = 20;
      for (let i = 0; i < jobs; i++) {
        const content = { subject: 'x', text: 'x', html: 'x' };
        const mail = { kind: 'mail' as const, to: `job-${i}@example.test`, ...content };
        await enqueueJob(app.deps, { kind: 'mail', mail }, new ObjectId());
      }
      const done = await Promise.all(Array.from({ length: 10 }, () => runDueJobs(app.deps)));
      expect(done.reduce((sum, count) => sum + count)).toBe(jobs);
      expect(new Set(app.mailbox.messages.map(({ to }) => to)).size).toBe(jobs);
      expect(app.mailbox.messages).toHaveLength(jobs);
      return 1;
    }));
});
