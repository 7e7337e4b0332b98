import { ObjectId, type Filter } from 'mongodb';
import { FIRST_SIGN_IN_WITHIN_MS, SESSION_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { logAuthEvent } from '../../auth-event.ts';
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
import { findKnownDevice, rememberDevice } from '../rules/known-devices.ts';
import { activeUser } from '../rules/active-user.ts';
import { announceSecurityReview, isByAddition } from './security-review.ts';
import { listSession } from '../rules/session-liveness.ts';
import { endSession } from '../sessions/sessions.ts';

/** How a person signs in. */
export type SignInMethod =
  | { readonly kind: 'email-link' | 'email-code' | 'phone-code' | 'password' }
  | { readonly kind: 'provider'; readonly provider: string };

export interface SignIn {
  /** The document that was read when the proof was checked. */
  readonly user: UserDocument;
  readonly method: SignInMethod;
  /**
   * What the user must still have for the proof to hold: the address that was proven, the password that was checked, the account at the
   * provider. It is part of the filter of the deciding write, so a sign-in fails when that changed meanwhile.
   */
  readonly condition: Filter<UserDocument>;
  /** Auth.js makes its own. */
  readonly token?: string;
}

/** The request that brings the proof. */
export interface SignInRequest {
  readonly client: RequestClient;
  readonly requestId: string;
  readonly cookies: {
    /** The session token of this browser. Its session ends, so that an older cookie is worth nothing (ASVS 7.2.4). */
    readonly session?: string;
    readonly device?: string;
  };
}

export interface CompletedSignIn {
  readonly session: SessionDocument;
  readonly user: UserDocument;
  /** The caller sets all of them in its answer. The session token is stored nowhere else. */
  readonly cookies: readonly BrowserCookie[];
}

export interface BrowserCookie {
  readonly kind: 'session' | 'device';
  readonly value: string;
  readonly expires: Date;
}

/**
 * Signs a person in. No other module makes sessions (`replaceSessions` below makes one when a password changes). The row is inserted first and gives no access. One conditional write on
 * the user makes it live: the user is active, the condition of the sign-in still holds, and nothing has ended many sessions at once since
 * the proof was checked. That write also carries the activity and, for a browser that is new to the account, the mail. After a kill before that
 * write, a row is left that gives no access.
 *
 * Answers `null` when the user is gone or the condition does not hold any more.
 */
export async function completeSignIn(
  deps: SecurityEventDependencies,
  signIn: SignIn,
  request: SignInRequest,
): Promise<CompletedSignIn | null> {
  const { user } = signIn;
  const { client, requestId, cookies } = request;
  const method = methodName(signIn.method);
  const isExpected =
    findKnownDevice(deps, cookies.device, user) !== null || (await isFirstSignIn(deps, user));
  await removeEndedSessions(deps, user);
  const { users, sessions } = deps.collections;
  const { token, session } = await insertSession(deps, user._id, client, signIn.token);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'sign-in',
    client: { ...client, sessionId: session._id },
    method,
    mailTo: isExpected ? [] : provenAddressOf(user),
  });
  const signedIn = await users.findOneAndUpdate(
    { $and: [activeUser(user._id), noEndingSince(user), signIn.condition] },
    {
      $push: {
        sessions: listSession({
          id: session._id,
          ...(isByAddition(user, signIn.method) ? { byAddition: true } : {}),
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
  if (cookies.session !== undefined) await endSession(deps, cookies.session);
  await settleSecurityEvent(deps, user._id, securityEvent);
  const reviewed = await announceSecurityReview(deps, signedIn, { client, method });
  logAuthEvent(deps.log, 'auth.sign-in', {
    requestId,
    ip: client.ip,
    method,
    userId: user._id.toHexString(),
  });
  return { session, user: reviewed, cookies: makeCookies(deps, { token, session }, request) };
}

/**
 * Ends all sessions of a person and makes a new one for this browser, in the deciding write of another change: it writes `set` where
 * `condition` holds. It is no sign-in, so the caller records and logs the change.
 *
 * Answers `null` when the actor was ended or the condition does not hold.
 */
export async function replaceSessions(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  actor: SessionActor,
  change: {
    readonly condition: Filter<UserDocument>;
    readonly set: Partial<UserDocument>;
    readonly securityEvent: SecurityEvent;
  },
  request: Pick<SignInRequest, 'client' | 'cookies'>,
): Promise<CompletedSignIn | null> {
  const { condition, set, securityEvent } = change;
  const { token, session } = await insertSession(deps, actor.user._id, request.client);
  const user = await deps.collections.users.findOneAndUpdate(
    { $and: [activeActor(actor), condition] },
    {
      $set: { ...set, sessions: [{ id: session._id }], sessionsValidFrom: session.createdAt },
      $push: { announcements: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (user) return { session, user, cookies: makeCookies(deps, { token, session }, request) };
  await deps.collections.sessions.deleteOne({ _id: session._id });
  return null;
}

/** The name in activity and log: `email-link`, `email-code`, `phone-code`, `password`, or a provider's id. */
function methodName(method: SignInMethod): string {
  return method.kind === 'provider' ? method.provider : method.kind;
}

/** The session cookie and the device cookie, which makes this browser a known device of the account (`known-devices.ts`). */
function makeCookies(
  deps: Pick<Dependencies, 'now' | 'settings'>,
  { token, session }: StoredSession,
  { cookies }: Pick<SignInRequest, 'cookies'>,
): BrowserCookie[] {
  return [
    { kind: 'session', value: token, expires: session.expires },
    { kind: 'device', ...rememberDevice(deps, cookies.device, session.userId.toHexString()) },
  ];
}

interface StoredSession {
  readonly token: string;
  readonly session: SessionDocument;
}

/** A row gives no access before its user lists it. */
async function insertSession(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  userId: ObjectId,
  client: RequestClient,
  token = createToken(),
): Promise<StoredSession> {
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

/** All sessions may have been ended since the proof was checked. This session must then not become live. */
function noEndingSince({ sessionsValidFrom, otherSessionsEnded }: UserDocument): Filter<UserDocument> {
  return {
    sessionsValidFrom: sessionsValidFrom ?? { $exists: false },
    'otherSessionsEnded.at': otherSessionsEnded?.at ?? { $exists: false },
  };
}

/** Removes ended sessions from a list that fills up. A row is inserted before its id is listed, so a listed id without a row belongs to an ended session. */
async function removeEndedSessions(
  deps: Pick<Dependencies, 'collections'>,
  user: UserDocument,
): Promise<void> {
  const { users, sessions } = deps.collections;
  const listed = user.sessions?.map(({ id }) => id) ?? [];
  if (listed.length < SESSIONS_PER_USER / 2) return;
  const rows = await sessions.find({ _id: { $in: listed } }, { projection: { _id: 1 } }).toArray();
  const stored = new Set(rows.map(({ _id }) => _id.toHexString()));
  const ended = listed.filter((id) => !stored.has(id.toHexString()));
  if (ended.length === 0) return;
  await users.updateOne({ _id: user._id }, { $pull: { sessions: { id: { $in: ended } } } });
}

/** A person who has just made their account, or just proven its address, needs no mail about a new device. */
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
