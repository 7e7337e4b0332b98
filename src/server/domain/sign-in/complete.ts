import { ObjectId, type Filter } from 'mongodb';
import { FIRST_SIGN_IN_WITHIN_MS, SESSION_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { SessionDocument, UserDocument } from '../../database/collections.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import {
  makeSecurityEvent,
  provenAddressOf,
  settleSecurityEvent,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { USER_AGENT_MAX_LENGTH } from '../rules/device.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { activeUser } from '../rules/active-user.ts';
import { announceSecurityReview, isByAddition } from './security-review.ts';
import { listSession } from '../rules/session-liveness.ts';
import { endSession } from '../sessions/sessions.ts';

/** How a person signs in. */
export type SignInMethod =
  | { readonly kind: 'email-link' | 'email-code' | 'phone-code' | 'password' }
  | { readonly kind: 'provider'; readonly provider: string };

export interface SignIn {
  /** As they were when the proof was checked. */
  readonly user: UserDocument;
  readonly method: SignInMethod;
  /**
   * What the proof depends on: the address that was proven, the password that was checked, the account at the provider. The deciding write
   * looks for it again, so a sign-in fails when that changed meanwhile.
   */
  readonly standsOn: Filter<UserDocument>;
  readonly client: RequestClient;
  /** The device cookie that this browser came with. */
  readonly device: string | undefined;
  /** The session token that this browser came with: that session ends, so that an older cookie is worth nothing (ASVS 7.2.4). */
  readonly replaces: string | null;
  /** Auth.js makes its own. */
  readonly token?: string;
}

export interface CompletedSignIn {
  /** For the cookie; stored nowhere. */
  readonly token: string;
  readonly session: SessionDocument;
  readonly user: UserDocument;
}

/**
 * Signs a person in. This is the one place where a session is made. Its row is inserted first and gives no access. One conditional write on
 * the user makes it live: the user is active, what the sign-in stands on still holds, and nothing has ended many sessions at once since the
 * proof was checked. That write also carries the activity and, for a
 * browser that is new to the account, the mail. After a kill before that write, a row is left that gives no access.
 *
 * Answers `null` when the user is gone or what the sign-in stands on has changed.
 */
export async function completeSignIn(
  deps: SecurityEventDependencies,
  signIn: SignIn,
): Promise<CompletedSignIn | null> {
  const { user, method, client, device } = signIn;
  const isExpected = findKnownDevice(deps, device, user) !== null || (await isFirstSignIn(deps, user));
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'sign-in',
    client,
    method: methodName(method),
    mailTo: isExpected ? [] : provenAddressOf(user),
  });
  await makeRoom(deps, user);
  const { users, sessions } = deps.collections;
  const { token, session } = await insertSession(deps, user._id, client, signIn.token);
  const signedIn = await users.findOneAndUpdate(
    { $and: [activeUser(user._id), noEndingSince(user), signIn.standsOn] },
    {
      $push: {
        sessions: listSession({
          id: session._id,
          ...(isByAddition(user, method) ? { byAddition: true } : {}),
        }),
        announcements: securityEvent,
      },
    },
    { returnDocument: 'after' },
  );
  if (!signedIn) {
    await sessions.deleteOne({ _id: session._id });
    return null;
  }
  if (signIn.replaces !== null) await endSession(deps, signIn.replaces);
  await settleSecurityEvent(deps, user._id, securityEvent);
  return {
    token,
    session,
    user: await announceSecurityReview(deps, signedIn, { client, method: methodName(method) }),
  };
}

/**
 * Ends all sessions of a person and gives the browser that asks a new one, in the write that decides something else: `set` is written only
 * where `condition` holds. It is no sign-in: the change has its own activity.
 *
 * Answers `null` when the actor was ended or the condition does not hold.
 */
export async function replaceSessions(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  actor: SessionActor,
  change: {
    readonly condition: Filter<UserDocument>;
    readonly set: Partial<UserDocument>;
    readonly securityEvent: SecurityEvent;
    readonly client: RequestClient;
  },
): Promise<CompletedSignIn | null> {
  const { condition, set, securityEvent, client } = change;
  const { token, session } = await insertSession(deps, actor.user._id, client);
  const user = await deps.collections.users.findOneAndUpdate(
    { $and: [activeActor(actor), condition] },
    {
      $set: { ...set, sessions: [{ id: session._id }], sessionsValidFrom: session.createdAt },
      $push: { announcements: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (user) return { token, session, user };
  await deps.collections.sessions.deleteOne({ _id: session._id });
  return null;
}

/** As activity and log call it: `email-link`, `email-code`, `phone-code`, `password`, or a provider's id. */
export function methodName(method: SignInMethod): string {
  return method.kind === 'provider' ? method.provider : method.kind;
}

/** A row gives no access before its user lists it. */
async function insertSession(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  userId: ObjectId,
  client: RequestClient,
  token = createToken(),
): Promise<Pick<CompletedSignIn, 'token' | 'session'>> {
  const now = deps.now();
  const session: SessionDocument = {
    _id: new ObjectId(),
    sessionToken: hashToken(token),
    userId,
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    ip: client.ip,
    userAgent: client.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    listed: true,
  };
  await deps.collections.sessions.insertOne(session);
  return { token, session };
}

/** Whatever ended many sessions at once since the proof was checked has not found this one. */
function noEndingSince({ sessionsValidFrom, otherSessionsEnded }: UserDocument): Filter<UserDocument> {
  return {
    sessionsValidFrom: sessionsValidFrom ?? { $exists: false },
    'otherSessionsEnded.at': otherSessionsEnded?.at ?? { $exists: false },
  };
}

/** Takes ended sessions out of a list that fills up. A row is inserted before its id is listed, so an id without a row is of an ended session. */
async function makeRoom(deps: Pick<Dependencies, 'collections'>, user: UserDocument): Promise<void> {
  const { users, sessions } = deps.collections;
  const listed = user.sessions?.map(({ id }) => id) ?? [];
  if (listed.length < SESSIONS_PER_USER / 2) return;
  const rows = await sessions.find({ _id: { $in: listed } }, { projection: { _id: 1 } }).toArray();
  const stored = new Set(rows.map(({ _id }) => _id.toHexString()));
  const ended = listed.filter((id) => !stored.has(id.toHexString()));
  if (ended.length === 0) return;
  await users.updateOne({ _id: user._id }, { $pull: { sessions: { id: { $in: ended } } } });
}

/** Whoever has just made their account, or shown that its address is theirs, knows that they are there. */
async function isFirstSignIn(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { _id, createdAt, emailVerified }: UserDocument,
): Promise<boolean> {
  const since = emailVerified && emailVerified > createdAt ? emailVerified : createdAt;
  if (deps.now().getTime() - since.getTime() > FIRST_SIGN_IN_WITHIN_MS) return false;
  const earlier = await deps.collections.activity.findOne({
    userId: _id,
    kind: 'sign-in',
    at: { $gte: since },
  });
  return earlier === null;
}
