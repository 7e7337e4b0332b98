import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { startSession } from '../../../testing/users/sessions.ts';
import { NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { sessionCreatedEvent } from '../rules/event-contents.ts';
import { suspendUser } from '../administration/suspensions.ts';
import { completeSignIn } from '../sign-in/complete.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';

/** A person whose list of sessions is full. The oldest are first. */
async function somebodyFull(app: TestApp): Promise<UserDocument> {
  const { users, sessions } = app.deps.collections;
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, uniqueEmail(), NO_ORIGIN);
  const { session } = await startSession(app.deps, user);
  const ids = Array.from({ length: SESSIONS_PER_USER - 1 }, () => new ObjectId());
  await sessions.insertMany(ids.map((_id) => ({ ...session, _id, sessionToken: _id.toHexString() })));
  const securityEvent = makeSecurityEvent(app.deps, {
    kind: null,
    requestOrigin: null,
    mailTo: [],
    events: ids.map((id) => sessionCreatedEvent(id, [])),
  });
  await users.updateOne(
    { _id: user._id },
    { $push: { sessions: { $each: ids.map((id) => ({ id })) }, outbox: securityEvent } },
  );
  await writeOutbox(app.deps, user._id, securityEvent);
  return reread(app, user);
}

async function reread(app: TestApp, { _id }: UserDocument): Promise<UserDocument> {
  const user = await app.deps.collections.users.findOne({ _id });
  if (!user) throw new Error('the user is gone');
  return user;
}

const idsOf = ({ sessions = [] }: UserDocument) => sessions.map(({ id }) => id.toHexString());

async function endedOf(app: TestApp, { _id }: UserDocument): Promise<unknown[]> {
  const events = app.deps.collections.events.find({ subject: _id, type: 'session.ended' });
  return (await events.sort({ sequence: 1 }).toArray()).map(({ data }) => data);
}

describe('a sign-in into a full list of sessions', () => {
  it('ends the oldest session and tells it', async ({ app }) => {
    const user = await somebodyFull(app);
    const [oldest = '', ...others] = idsOf(user);
    const { session } = await startSession(app.deps, user);
    expect(idsOf(await reread(app, user))).toEqual([...others, session._id.toHexString()]);
    expect(await endedOf(app, user)).toEqual([{ which: 'one', sessionId: oldest }]);
    expect(await app.deps.collections.sessions.countDocuments({ _id: new ObjectId(oldest) })).toBe(0);
  });

  it('ends an impersonation as such when it is the oldest', async ({ app }) => {
    const user = await somebodyFull(app);
    const { sessions, audit, events } = app.deps.collections;
    const [administratorId, administratorSessionId] = [new ObjectId(), new ObjectId()];
    const named = { administratorName: 'Ada', reason: 'Ticket 4711' };
    const impersonation = { administratorId, administratorSessionId, ...named };
    const [oldest] = user.sessions ?? [];
    await sessions.updateOne({ _id: oldest?.id ?? user._id }, { $set: { impersonation } });
    await startSession(app.deps, user);
    expect(idsOf(await reread(app, user))).not.toContain(oldest?.id.toHexString());
    expect(await events.countDocuments({ subject: user._id, type: 'impersonation.ended' })).toBe(1);
    const ended = { 'subject.id': user._id, action: 'user-impersonation-ended' } as const;
    expect(await audit.countDocuments(ended)).toBe(1);
    // This impersonation was made by hand, and nothing told its beginning.
    await app.deps.collections.users.deleteOne({ _id: user._id });
    await events.deleteMany({ subject: user._id });
  });

  it('removes expired sessions before it ends one, and tells nothing of them', async ({ app }) => {
    const user = await somebodyFull(app);
    const [first, second, expired = ''] = idsOf(user);
    await app.deps.collections.sessions.deleteOne({ _id: new ObjectId(expired) });
    await startSession(app.deps, user);
    expect(idsOf(await reread(app, user))).toEqual(expect.arrayContaining([first, second]));
    expect(idsOf(await reread(app, user))).not.toContain(expired);
    expect(await endedOf(app, user)).toEqual([]);
    // The replay would miss the session that expired.
    await app.deps.collections.users.deleteOne({ _id: user._id });
    await app.deps.collections.events.deleteMany({ subject: user._id });
  });

  it('ends no session when the sign-in is refused', async ({ app }) => {
    const user = await somebodyFull(app);
    const before = idsOf(user);
    const method = { kind: 'password' } as const;
    const signIn = { user, method, condition: { email: 'another@example.test' }, callbackUrl: '/account' };
    const request = { requestOrigin: NO_ORIGIN, requestId: 'a test', cookies: {} };
    expect(await completeSignIn(app.deps, signIn, request)).toBeNull();
    expect(idsOf(await reread(app, user))).toEqual(before);
    expect(await endedOf(app, user)).toEqual([]);
  });

  it('keeps the list at its length among 10 parallel sign-ins, and each ending is told once', async ({
    app,
  }) => {
    const user = await somebodyFull(app);
    const made = await Promise.all(Array.from({ length: 10 }, () => startSession(app.deps, user)));
    const after = idsOf(await reread(app, user));
    expect(after).toHaveLength(SESSIONS_PER_USER);
    expect(after).toEqual(expect.arrayContaining(made.map(({ session }) => session._id.toHexString())));
    expect(await endedOf(app, user)).toHaveLength(10);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('does not list a session of somebody who was suspended meanwhile', async ({ app }) => {
    const user = await somebodyFull(app);
    const suspension = { id: user._id.toHexString(), reason: 'Spam', until: null };
    await suspendUser(app.deps, { kind: 'server' }, suspension, NO_ORIGIN);
    await expect(startSession(app.deps, user)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(idsOf(await reread(app, user))).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});
