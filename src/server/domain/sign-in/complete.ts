import type { Filter, ObjectId } from 'mongodb';
import { aalOf } from '../../../shared/assurance-level.ts';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { KNOWN_DEVICE_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { LinkConsent } from '../../../shared/schemas/accounts.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { Impersonation } from '../../database/administration-documents.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type {
  PendingSignInDocument,
  SignInCondition,
  StoredProof,
  WaitingProfile,
} from '../../database/second-factor-documents.ts';
import type { LiveSession, UserDocument } from '../../database/user-documents.ts';
import { requireAdmittedSignIn } from '../../configuration/admission.ts';
import { logAuthEvent } from '../../log/auth-event.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { notSuspended, requireNoSuspension } from '../rules/access.ts';
import { rememberDevice } from '../rules/known-devices.ts';
import { activeUser } from '../rules/active-user.ts';
import { ALL_SESSIONS_ENDED, impersonationEvent, sessionCreatedEvent } from '../rules/event-contents.ts';
import { makeProof, methodName, proofNames, type ProofMethod } from '../rules/proofs.ts';
import { findTrustedBrowser, needsSecondFactor, withoutSecondFactor } from '../rules/second-factor-policy.ts';
import { endingsOf, noEndingSince, sessionsEnded, type SessionEndings } from '../rules/session-endings.ts';
import { conditionFilter } from '../rules/sign-in-methods.ts';
import {
  clientSignInEvent,
  mayAuthorizeClients,
  UNREFRESHED_SESSION_MAX_AGE_MS,
  type ClientAuthorization,
} from './client-authorization.ts';
import { isExpectedBrowser } from './expected-browser.ts';
import { openOwnToken } from './own-session-cookie.ts';
import { keepPendingSignIn } from './pending-sign-ins.ts';
import { announceSecurityReview, isByAddition } from './security-review.ts';
import { insertSessionRow, type StoredSession } from './session-row.ts';
import { findListed, removeEndedSessions, removeSessionRows } from '../rules/session-liveness.ts';
import { makeRoomForSession, roomForSession } from '../sessions/session-room.ts';
import { endSession, endWithoutOutbox } from '../sessions/sessions.ts';
import { storeWaitingProfile } from './waiting-profile.ts';

/** How a person signs in. `totp` and `recovery-code` are second factors only. */
type FirstFactorMethod = Exclude<ProofMethod, { kind: 'totp' | 'recovery-code' }>;

export interface SignIn {
  /** The user as read when the proof was checked. */
  readonly user: UserDocument;
  readonly method: FirstFactorMethod;
  /** What the user must still have. It is part of the filter of the deciding write. */
  readonly condition: SignInCondition;
  /** The answer of `requireCallbackUrl`. A sign-in that waits for its second factor keeps it. */
  readonly callbackUrl: string;
  /** The provider account that the person agreed to connect. It is connected after the second factor. */
  readonly connect?: LinkConsent | undefined;
  /** What the provider said. It is stored after the sign-in. */
  readonly remote?: WaitingProfile | null;
  /** Auth.js makes its own token. */
  readonly token?: string;
}

export interface SignInRequest {
  readonly requestContext: RequestContext;
  readonly requestId: string;
  readonly cookies: {
    /** This browser's session token. Its session ends, so that the older cookie is worthless (ASVS 7.2.4). */
    readonly session?: string;
    readonly device?: string;
    /** The own session of an impersonating administrator. It ends, too (`own-session-cookie.ts`). */
    readonly 'administrator-session'?: string;
  };
}

export interface CompletedSignIn {
  readonly status: 'signed-in';
  readonly session: SessionDocument;
  readonly user: UserDocument;
  /** The caller sets all of them. The session token is stored nowhere else. */
  readonly cookies: readonly BrowserCookie[];
}

/** The first factor is right, and the second one is awaited. It gives no access. */
export interface PendingSecondStep {
  readonly status: 'second-factor';
  /** The cookie of the pending sign-in alone. */
  readonly cookies: readonly BrowserCookie[];
}

export interface BrowserCookie {
  readonly kind: 'session' | 'device' | 'last-used' | 'pending-sign-in' | 'administrator-session';
  readonly value: string;
  readonly expires: Date;
}

type SignInDependencies = SecurityEventDependencies & Pick<Dependencies, 'formerKeys'>;

/**
 * Every sign-in method calls this, so none can forget the second factor. Until it is given, this browser gets
 * no session and no device cookie, and its old session stays. Throws `ACCOUNT_SUSPENDED`. `null`: the
 * condition does not hold.
 */
export async function completeSignIn(
  deps: SignInDependencies,
  signIn: SignIn,
  request: SignInRequest,
): Promise<CompletedSignIn | PendingSecondStep | null> {
  const { user, method } = signIn;
  const proof = makeProof(method, deps.now());
  const device = request.cookies.device;
  const basis = {
    ...signIn,
    method: methodName(method),
    proofs: [proof],
    byAddition: isByAddition(user, method, signIn.condition),
    isExpected: await isExpectedBrowser(deps, user, device),
    endings: endingsOf(user),
  };
  if (aalOf([proof]) === 2 || !needsSecondFactor(deps.settings, user)) {
    // If a second factor is added meanwhile, this sign-in must fail.
    const secondFactorFilter = aalOf([proof]) === 2 ? {} : withoutSecondFactor(deps.settings);
    return makeSession(deps, { ...basis, secondFactorFilter }, request);
  }
  const trusted = findTrustedBrowser(deps, user, device);
  if (trusted) {
    const secondFactorFilter = { 'trustedBrowsers.id': trusted.id, roles: { $ne: ADMINISTRATOR } };
    return makeSession(deps, { ...basis, secondFactorFilter }, request);
  }
  const waiting = await keepPendingSignIn(deps, basis, request);
  deps.metrics?.signInDecided(basis.method, 'second-factor');
  return { status: 'second-factor', cookies: [waiting] };
}

/**
 * The conditions of the first factor still decide, and so does whatever ended sessions since then. Throws
 * `ACCOUNT_SUSPENDED`. `null`: a condition does not hold.
 */
export async function completePendingSignIn(
  deps: SignInDependencies,
  pending: PendingSignInDocument,
  second: {
    readonly user: UserDocument;
    readonly proof: StoredProof;
    readonly condition: Filter<UserDocument>;
  },
  request: SignInRequest,
): Promise<CompletedSignIn | null> {
  const { condition, byAddition, isExpected, remote } = pending;
  const { user, proof, condition: secondFactorFilter } = second;
  const proofs = [...pending.proofs, proof];
  const method = proofNames(proofs);
  return makeSession(
    deps,
    { user, method, proofs, condition, byAddition, isExpected, endings: pending, secondFactorFilter, remote },
    request,
  );
}

interface Basis extends Pick<SignIn, 'user' | 'condition' | 'remote' | 'token'> {
  readonly method: string;
  readonly proofs: readonly StoredProof[];
  readonly byAddition: boolean;
  readonly isExpected: boolean;
  readonly endings: SessionEndings;
  readonly secondFactorFilter: Filter<UserDocument>;
}

/**
 * Makes the session of every sign-in. The row is inserted first and gives no access, also after a crash. One
 * conditional write on the user makes it live, and carries the activity and the mail: the user is active, all
 * conditions hold, and nothing ended their sessions since the first factor. Throws `ACCOUNT_SUSPENDED`.
 */
async function makeSession(
  deps: SignInDependencies,
  basis: Basis,
  request: SignInRequest,
): Promise<CompletedSignIn | null> {
  const { user, method, proofs, byAddition } = basis;
  const { requestContext, requestId, cookies } = request;
  await requireAdmittedSignIn(deps, user, method);
  await removeEndedSessions(deps, user);
  const { sessions } = deps.collections;
  const { token, session } = await insertSessionRow(deps, user._id, {
    requestContext,
    proofs,
    token: basis.token,
  });

  const securityEvent = makeSecurityEvent(deps, {
    kind: 'sign-in',
    requestContext: { ...requestContext, sessionId: session._id },
    method,
    mailTo: basis.isExpected ? [] : verifiedAddressesOf(user),
    events: [createdEventOf(session)],
  });
  const proofFilter = {
    $and: [activeUser(user._id), conditionFilter(basis.condition), basis.secondFactorFilter],
  };
  const signedIn = await addToSessionList(deps, {
    condition: { $and: [proofFilter, noEndingSince(basis.endings), notSuspended(deps.now())] },
    session: { id: session._id, ...(byAddition ? { byAddition: true } : {}) },
    set: { lastSignInAt: session.createdAt },
    securityEvent,
  });
  if (!signedIn) {
    await sessions.deleteOne({ _id: session._id });
    await refuseSuspended(deps, proofFilter);
    return null;
  }
  await endReplacedSessions(deps, { user: signedIn, securityEvent }, request);
  await storeWaitingProfile(deps, user._id, basis.remote);
  const reviewed = await announceSecurityReview(deps, signedIn, { requestContext, method });
  deps.metrics?.signInDecided(proofs[0]?.method ?? method, 'signed-in');
  logAuthEvent(deps.log, 'auth.sign-in', {
    requestId,
    ip: requestContext.ip,
    method,
    userId: user._id.toHexString(),
  });
  return {
    status: 'signed-in',
    session,
    user: reviewed,
    cookies: [
      ...makeCookies(deps, { token, session }, request),
      ...(cookies['administrator-session'] === undefined
        ? []
        : [{ kind: 'administrator-session', value: '', expires: new Date(0) } as const]),
    ],
  };
}

/** Ends the sessions that this browser had, and writes the outbox of the person who signed in. */
async function endReplacedSessions(
  deps: SignInDependencies,
  signedIn: { readonly user: UserDocument; readonly securityEvent: SecurityEvent },
  { requestContext, cookies }: SignInRequest,
): Promise<void> {
  const { user } = signedIn;
  const replaced =
    cookies.session === undefined
      ? null
      : await endWithoutOutbox(deps, cookies.session, { requestContext, kind: null, read: user });
  // A session of the same person is in the same outbox, so one call writes both.
  const isOwn = replaced?.user._id.equals(user._id) ?? false;
  if (replaced && !isOwn) await writeOutbox(deps, replaced.user._id, replaced.securityEvent, replaced.user);
  const ownToken = openOwnToken(deps, cookies['administrator-session']);
  if (ownToken !== null) await endSession(deps, ownToken, { requestContext, kind: null });
  const last = replaced && isOwn ? replaced : signedIn;
  await writeOutbox(deps, user._id, last.securityEvent, last.user);
}

/** The deciding write. Without room, another session ends first. `null`: `condition` does not hold. */
async function addToSessionList(
  deps: SecurityEventDependencies,
  listed: {
    readonly condition: Filter<UserDocument>;
    readonly session: LiveSession;
    readonly set: Pick<UserDocument, 'lastSignInAt'>;
    readonly usedClient?: string;
    readonly securityEvent: SecurityEvent;
  },
): Promise<UserDocument | null> {
  const { condition, session, set, usedClient, securityEvent } = listed;
  // It tries again only without room, or when parallel sign-ins took the room.
  for (;;) {
    const user = await deps.collections.users.findOneAndUpdate(
      { $and: [condition, roomForSession(session.client)] },
      {
        $set: set,
        $push: { sessions: session, outbox: securityEvent },
        ...(usedClient === undefined ? {} : { $addToSet: { usedClients: usedClient } }),
      },
      { returnDocument: 'after' },
    );
    if (user || !(await makeRoomForSession(deps, condition, session.client))) return user;
  }
}

function createdEventOf({ _id, proofs, clientGrant }: SessionDocument): EventContent {
  return sessionCreatedEvent(
    _id,
    proofs.map(({ method }) => method),
    clientGrant?.id,
  );
}

/** Only somebody whose proofs hold learns that the account is suspended. Throws `ACCOUNT_SUSPENDED`. */
async function refuseSuspended(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  proofFilter: Filter<UserDocument>,
): Promise<void> {
  const user = await deps.collections.users.findOne(proofFilter, { projection: { suspension: 1 } });
  if (user) requireNoSuspension(user, deps.now());
}

/** Ends all sessions and makes one, in the write of another change (`set`). `null`: the actor was ended. */
export async function replaceSessions(
  deps: SignInDependencies,
  actor: SessionActor,
  change: {
    readonly condition: Filter<UserDocument>;
    readonly set: Partial<UserDocument>;
    readonly makeEvent: (events: readonly EventContent[]) => SecurityEvent;
  },
  request: Pick<SignInRequest, 'requestContext' | 'cookies'>,
): Promise<CompletedSignIn | null> {
  const { condition, set } = change;
  const { proofs } = actor.session;
  // The new session proves no more than the old one.
  const byAddition = findListed(actor.user, actor.session._id)?.byAddition;
  const { token, session } = await insertSessionRow(deps, actor.user._id, {
    requestContext: request.requestContext,
    proofs,
  });
  const securityEvent = change.makeEvent([ALL_SESSIONS_ENDED, createdEventOf(session)]);
  const user = await deps.collections.users.findOneAndUpdate(
    { $and: [activeActor(actor), condition] },
    {
      $set: {
        ...set,
        ...sessionsEnded(session.createdAt),
        sessions: [{ id: session._id, ...(byAddition ? { byAddition } : {}) }],
      },
      $push: { outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!user) {
    await deps.collections.sessions.deleteOne({ _id: session._id });
    return null;
  }
  await removeSessionRows(deps, actor.user);
  await writeOutbox(deps, user._id, securityEvent, user);
  return { status: 'signed-in', session, user, cookies: makeCookies(deps, { token, session }, request) };
}

/**
 * The session of an administrator who acts as a person (`impersonation.ts`). One write makes it live: the
 * person is active, no administrator and not suspended. The browser does not become a known device. The row
 * has no address and no browser, because the person sees it. `null`: the condition does not hold.
 */
export async function makeImpersonation(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  made: {
    readonly impersonation: Impersonation;
    readonly expires: Date;
    readonly makeEvent: (events: readonly EventContent[]) => SecurityEvent;
  },
): Promise<(StoredSession & { readonly user: UserDocument }) | null> {
  const { impersonation, expires } = made;
  const stored = await insertSessionRow(deps, userId, {
    requestContext: { ip: null, userAgent: null },
    proofs: [],
    impersonation,
    expires,
    authenticatedAt: new Date(0),
  });
  const { _id: id } = stored.session;
  const securityEvent = made.makeEvent([
    createdEventOf(stored.session),
    impersonationEvent('impersonation.started', id, impersonation),
  ]);
  const user = await addToSessionList(deps, {
    condition: { $and: [activeUser(userId), { roles: { $ne: ADMINISTRATOR } }, notSuspended(deps.now())] },
    session: { id },
    set: {},
    securityEvent,
  });
  if (!user) {
    await deps.collections.sessions.deleteOne({ _id: id });
    return null;
  }
  await writeOutbox(deps, userId, securityEvent, user);
  return { ...stored, user };
}

/**
 * Makes the session of an OAuth client. One write makes it live: the person is active and not suspended, and
 * the authorizing session is live. The person proves nothing new, so the proofs and their times are those of
 * the authorizing session, and `admit` does not run. `null`: the condition does not hold.
 */
export async function makeClientSession(
  deps: SecurityEventDependencies,
  authorization: ClientAuthorization,
): Promise<{ readonly session: SessionDocument; readonly user: UserDocument } | null> {
  const { userId, authorizedBy, sessionId, client, grant, isBound, shownContext } = authorization;
  const { users, sessions } = deps.collections;
  if (!(await mayAuthorizeClients(deps, userId, authorizedBy._id))) return null;
  const { session } = await insertSessionRow(deps, userId, {
    requestContext: shownContext,
    proofs: authorizedBy.proofs ?? [],
    _id: sessionId,
    authenticatedAt: authorizedBy.authenticatedAt,
    clientGrant: grant,
    // Its token may have been lost. A bound client gets a new one without asking the person.
    ...(isBound ? { expires: new Date(deps.now().getTime() + UNREFRESHED_SESSION_MAX_AGE_MS) } : {}),
  });
  const authorizationFilter = {
    $and: [activeUser(userId), { 'sessions.id': authorizedBy._id }, notSuspended(deps.now())],
  };
  // It tries again only when the person's first use of this client came meanwhile.
  for (;;) {
    const user = await users.findOne(authorizationFilter);
    const isFirst = !user?.usedClients?.includes(client.id);
    const securityEvent = clientSignInEvent(deps, authorization, user, [createdEventOf(session)]);
    const listed =
      user &&
      (await addToSessionList(deps, {
        condition: { $and: [authorizationFilter, { usedClients: isFirst ? { $ne: client.id } : client.id }] },
        session: {
          id: sessionId,
          client: {
            id: client.id,
            authorizedBy: authorizedBy._id,
            ...(isBound ? { bound: true } : {}),
            generation: 0,
            refreshedAt: session.createdAt,
          },
        },
        set: {},
        usedClient: client.id,
        securityEvent,
      }));
    if (listed) {
      await writeOutbox(deps, userId, securityEvent, listed);
      return { session, user: listed };
    }
    if (!user) {
      await sessions.deleteOne({ _id: sessionId });
      return null;
    }
  }
}

/** The session cookie, the device cookie for `known-devices.ts`, and the method that is now the last used. */
function makeCookies(
  deps: Pick<Dependencies, 'now' | 'settings' | 'formerKeys'>,
  { token, session }: StoredSession,
  { cookies }: Pick<SignInRequest, 'cookies'>,
): BrowserCookie[] {
  const [proof] = session.proofs ?? [];
  return [
    { kind: 'session', value: token, expires: session.expires },
    { kind: 'device', ...rememberDevice(deps, cookies.device, session.userId.toHexString()) },
    ...(proof ? [lastUsedCookie(deps, proof.method)] : []),
  ];
}

/** @param method as a proof names it */
export function lastUsedCookie({ now }: Pick<Dependencies, 'now'>, method: string): BrowserCookie {
  return { kind: 'last-used', value: method, expires: new Date(now().getTime() + KNOWN_DEVICE_MAX_AGE_MS) };
}
