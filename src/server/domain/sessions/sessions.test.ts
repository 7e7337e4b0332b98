import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS, SECOND_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import { countParallel } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp, TestClient } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { AppError } from '../../app-error.ts';
import { fillSessions, listedSessions, startSession, withInserts } from '../../../testing/users/sessions.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { suspendUser } from '../administration/suspensions.ts';
import { completeSignIn } from '../sign-in/complete.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { linkAccount } from '../users/accounts.ts';
import { NO_REQUEST } from '../rules/request-context.ts';
import { aSignedInUser, aUserWithSession } from '../../../testing/users/signed-in-users.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

type Session = TestClient['session'];
const sessionOf = (app: TestApp, agent: HttpAgent) => app.client(agent).session;

async function rowOf(app: TestApp, agent: HttpAgent) {
  const sessionToken = hashToken(agent.cookies.get('foyer.session') ?? '');
  const row = await app.deps.collections.sessions.findOne({ sessionToken });
  if (!row) throw new Error('there is no such session');
  return row;
}
const idOf = async (app: TestApp, agent: HttpAgent) => (await rowOf(app, agent))._id.toHexString();
const isIn = async (app: TestApp, agent: HttpAgent) => (await sessionOf(app, agent).get.query()) !== null;

it(`of ${PARALLEL_CALLS} parallel revocations of one session, one succeeds (security.md R1)`, async ({
  app,
}) => {
  const { email, agent: mine } = await aSignedInUser(app);
  const id = await idOf(app, await app.signInByMail(email));
  const revoke = () => sessionOf(app, mine).revoke.mutate({ id });
  expect(await countParallel(revoke)).toEqual({ done: 1, NOT_FOUND: PARALLEL_CALLS - 1 });
  expect(await app.deps.collections.activity.countDocuments({ kind: 'session-revoked' })).toBe(1);
});

it.for([
  ['was revoked', (mine: Session, id: string) => mine.revoke.mutate({ id })],
  ['was ended with all others', (mine: Session) => mine.revokeOthers.mutate()],
] as const)('a parallel renewal does not restore a session that %s', async ([, end], { app }) => {
  const { email, agent: theirs } = await aSignedInUser(app);
  app.advance(2 * DAY_MS);
  const mine = await app.signInByMail(email);
  const id = await idOf(app, theirs);
  await overtake(
    faults,
    'sessions.findOneAndUpdate',
    () => sessionOf(app, theirs).get.query(),
    () => end(sessionOf(app, mine), id),
  );
  expect(await isIn(app, theirs)).toBe(false);
  expect(await app.deps.collections.sessions.countDocuments({ _id: new ObjectId(id) })).toBe(0);
});

it('a row that a kill left of a revoked session signs nobody in, and is removed (security.md 15, R2)', async ({
  app,
}) => {
  const { email, agent: theirs } = await aSignedInUser(app);
  const row = await rowOf(app, theirs);
  const mine = await app.signInByMail(email);
  await sessionOf(app, mine).revoke.mutate({ id: row._id.toHexString() });
  await withInserts(app.deps.collections.sessions).insertOne(row);
  expect(await isIn(app, theirs)).toBe(false);
  expect(await app.deps.collections.sessions.countDocuments({ _id: row._id })).toBe(0);
});

it('refuses a sign-in when all sessions are ended before its own is live', async ({ app }) => {
  const { email, agent: mine } = await aSignedInUser(app);
  const signIn = () => app.signInByMail(email);
  const outcome = await overtake(faults, 'sessions.insertOne', signIn, async () => {
    app.advance(SECOND_MS);
    expect(await sessionOf(app, mine).revokeOthers.mutate()).toEqual({ revoked: 0 });
  });
  expect(outcome).toBe('Verification');
  expect(await sessionOf(app, mine).list.query()).toHaveLength(1);
});

it('of two sessions that end each other, one stays', async ({ app }) => {
  const email = uniqueEmail();
  const agents: HttpAgent[] = [];
  for (let n = 0; n < 5; n++) agents.push(await app.signInByMail(email));
  app.advance(SECOND_MS);
  const ended = await Promise.allSettled(agents.map((agent) => sessionOf(app, agent).revokeOthers.mutate()));
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const alive = await Promise.all(agents.map((agent) => isIn(app, agent)));
  expect(alive).toEqual(ended.map(({ status }) => status === 'fulfilled'));
});

it('a link that an ended session requested signs nobody in', async ({ app }) => {
  const { email, agent: theirs } = await aSignedInUser(app);
  const session = await rowOf(app, theirs);
  const mine = await app.signInByMail(email);
  const kept = await rowOf(app, mine);
  app.advance(SECOND_MS);
  await sessionOf(app, mine).revokeOthers.mutate();
  const account = { provider: 'demo', providerAccountId: email, type: 'oidc' } as const;
  const user = await app.deps.collections.users.findOne({ _id: session.userId });
  if (!user) throw new Error('the user is gone');
  const by = { requestContext: NO_REQUEST, label: null };
  const linking = linkAccount(app.deps, user, account, { ...by, actor: { user, session } });
  await expect(linking).rejects.toThrow(new AppError('SessionRequired'));
  const byKept = linkAccount(app.deps, user, account, { ...by, actor: { user, session: kept } });
  expect(await byKept).toBe('linked');
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

/** A person whose list of sessions is full. */
async function somebodyFull(app: TestApp): Promise<UserDocument> {
  const { user, session } = await aUserWithSession(app);
  await fillSessions(app.deps, session);
  return user;
}
const listed = ({ deps }: TestApp, { _id }: UserDocument) => listedSessions(deps, _id);

async function endedOf(app: TestApp, { _id }: UserDocument): Promise<unknown[]> {
  const events = app.deps.collections.events.find({ subject: _id, type: 'session.ended' });
  return (await events.sort({ sequence: 1 }).toArray()).map(({ data }) => data);
}

describe('a sign-in into a full list of sessions', () => {
  it('ends the oldest session and tells it', async ({ app }) => {
    const user = await somebodyFull(app);
    const [oldest = '', ...others] = await listed(app, user);
    const { session } = await startSession(app.deps, user);
    expect(await listed(app, user)).toEqual([...others, session._id.toHexString()]);
    expect(await endedOf(app, user)).toEqual([{ which: 'one', sessionId: oldest }]);
    expect(await app.deps.collections.sessions.countDocuments({ _id: new ObjectId(oldest) })).toBe(0);
  });

  it('ends an impersonation as such when it is the oldest', async ({ app }) => {
    const user = await somebodyFull(app);
    const { sessions, audit, events } = app.deps.collections;
    const [administratorId, administratorSessionId] = [new ObjectId(), new ObjectId()];
    const named = { administratorName: 'Ada', reason: 'Ticket 4711' };
    const impersonation = { administratorId, administratorSessionId, ...named };
    const [oldest] = await listed(app, user);
    await sessions.updateOne({ _id: new ObjectId(oldest) }, { $set: { impersonation } });
    await startSession(app.deps, user);
    expect(await listed(app, user)).not.toContain(oldest);
    expect(await events.countDocuments({ subject: user._id, type: 'impersonation.ended' })).toBe(1);
    const ended = { 'subject.id': user._id, action: 'user-impersonation-ended' } as const;
    expect(await audit.countDocuments(ended)).toBe(1);
    // Made by hand, so no event told its beginning.
    await app.deps.collections.users.deleteOne({ _id: user._id });
    await events.deleteMany({ subject: user._id });
  });

  it('removes expired sessions before it ends one, and tells nothing of them', async ({ app }) => {
    const user = await somebodyFull(app);
    const [first, second, expired = ''] = await listed(app, user);
    await app.deps.collections.sessions.deleteOne({ _id: new ObjectId(expired) });
    await startSession(app.deps, user);
    expect(await listed(app, user)).toEqual(expect.arrayContaining([first, second]));
    expect(await listed(app, user)).not.toContain(expired);
    expect(await endedOf(app, user)).toEqual([]);
    // The replay would miss the session that expired.
    await app.deps.collections.users.deleteOne({ _id: user._id });
    await app.deps.collections.events.deleteMany({ subject: user._id });
  });

  it('ends no session when the sign-in is refused', async ({ app }) => {
    const user = await somebodyFull(app);
    const before = await listed(app, user);
    const method = { kind: 'password' } as const;
    const signIn = { user, method, condition: { email: 'another@example.test' }, callbackUrl: '/account' };
    const request = { requestContext: NO_REQUEST, requestId: 'a test', cookies: {} };
    expect(await completeSignIn(app.deps, signIn, request)).toBeNull();
    expect(await listed(app, user)).toEqual(before);
    expect(await endedOf(app, user)).toEqual([]);
  });

  it('keeps the list at its length among 10 parallel sign-ins, and each ending is told once', async ({
    app,
  }) => {
    const user = await somebodyFull(app);
    const made = await Promise.all(Array.from({ length: 10 }, () => startSession(app.deps, user)));
    const after = await listed(app, user);
    expect(after).toHaveLength(SESSIONS_PER_USER);
    expect(after).toEqual(expect.arrayContaining(made.map(({ session }) => session._id.toHexString())));
    expect(await endedOf(app, user)).toHaveLength(10);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('does not list a session of somebody who was suspended meanwhile', async ({ app }) => {
    const user = await somebodyFull(app);
    const suspension = { id: user._id.toHexString(), reason: 'Spam', until: null };
    await suspendUser(app.deps, { kind: 'server' }, suspension, NO_REQUEST);
    await expect(startSession(app.deps, user)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(await listed(app, user)).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});
