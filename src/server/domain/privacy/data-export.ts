import type { ObjectId } from 'mongodb';
import type { DataExport } from '../../../shared/schemas/data.ts';
import type { ActivityDocument } from '../../database/activity-documents.ts';
import type {
  AccessTokenDocument,
  AccountDocument,
  AuthorizationCodeDocument,
  DeviceAuthorizationDocument,
  JobDocument,
  PendingLinkDocument,
  SessionDocument,
} from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { VerificationTokenDocument } from '../../database/verification-documents.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { toSuspension } from '../rules/access.ts';
import { accountKey } from '../rules/account-key.ts';
import { recordActivity } from '../activity/activity.ts';
import { eventsInOutbox } from '../events/event-log.ts';
import { isKnownEvent, toEvent } from '../rules/event.ts';
import { openJob } from '../jobs/jobs.ts';
import { openRequestsOf, waitingLinksOf, type DataSubject } from './personal-data.ts';
import { exportSecondFactors, toChallenge, toPendingSignIn, toProofs } from './second-factor-export.ts';
import { exportPictures } from '../pictures/pictures.ts';
import type { ReadSession } from '../sessions/sessions.ts';
import { countersOf, sendingCountersOf } from '../rules/counters.ts';
import { kindOf } from '../rules/verification-identifiers.ts';

/**
 * Everything stored about a user, except what would let somebody act as them: no hash, no token, no sealed
 * text. The caller checks that the session is fresh. All data are in memory at once: activity is kept for 180
 * days and sessions for 30. The export contains its own row of the activity. Throws `RATE_LIMITED`.
 */
export async function exportData(
  deps: Dependencies,
  { user, session }: Pick<ReadSession, 'user' | 'session'>,
  requestContext: RequestContext,
): Promise<DataExport> {
  const { collections } = deps;
  const userId = user._id;
  await deps.rateLimits.consume('data-export', 'user', userId.toHexString());
  await recordActivity(deps, { userId, kind: 'data-exported', requestContext });
  const now = deps.now();
  // The time of the counters is that of the process (`counter-writes.ts`).
  const isCounting = { expire: { $gt: new Date() } };
  const person: DataSubject = {
    userId,
    email: user.emailVerified === null ? null : (user.email ?? null),
    e164: user.phone?.e164 ?? null,
    until: now,
  };
  const [
    pictures,
    accounts,
    waiting,
    sessions,
    accessTokens,
    programs,
    authorizationCodes,
    requests,
    pendingSignIns,
    ceremonies,
    activity,
    events,
    jobs,
    counters,
    sends,
  ] = await Promise.all([
    exportPictures(deps, user),
    collections.accounts.find({ userId }).toArray(),
    // An unverified address may belong to somebody else.
    collections.pendingLinks.find({ ...waitingLinksOf(person), emailVerified: true }).toArray(),
    collections.sessions.find({ userId }).sort({ createdAt: -1 }).toArray(),
    collections.accessTokens.find({ userId }).sort({ createdAt: -1 }).toArray(),
    collections.deviceAuthorizations.find({ 'approval.userId': userId }).toArray(),
    collections.authorizationCodes.find({ userId }).sort({ createdAt: -1 }).toArray(),
    collections.verificationTokens.find(openRequestsOf(person)).toArray(),
    collections.pendingSignIns.find({ userId }).sort({ createdAt: -1 }).toArray(),
    collections.ceremonies.find({ userId }).toArray(),
    collections.activity.find({ userId }).sort({ at: -1, _id: -1 }).toArray(),
    collections.events.find({ subject: userId }).sort({ sequence: 1 }).toArray(),
    collections.jobs.find({ userId }).sort({ createdAt: -1 }).toArray(),
    // An expired row counts nothing, until the TTL index removes it.
    collections.rateLimits.find({ ...countersOf(person), ...isCounting }).toArray(),
    collections.rateLimits.find({ ...sendingCountersOf(person), ...isCounting }).toArray(),
  ]);
  const details = new Map(accounts.map((row) => [accountKey(row), row]));
  const stored = new Set(events.map(({ _id }) => _id.toHexString()));
  const living = new Set(user.accessTokens?.map(({ id }) => id.toHexString()));
  const { image, securityReview, suspension } = user;
  return toJson({
    format: 'foyer-data-export',
    version: 1,
    site: deps.settings.origin + deps.settings.basePath,
    exportedAt: now,
    profile: {
      id: userId,
      name: user.name,
      language: user.locale,
      pictureFrom: image?.from ? { connection: image.from.key, address: image.from.address } : null,
      externalId: user.externalId ?? null,
      roles: user.roles ?? [],
      data: user.data ?? {},
      suspension: suspension ? toSuspension(suspension) : null,
      lastSignInAt: user.lastSignInAt ?? null,
      lastActiveAt: user.lastActiveAt ?? null,
      vouchedAt: user.vouchedAt ?? null,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    },
    pictures,
    email: toEmail(user),
    password: user.password
      ? { changedAt: user.password.changedAt, breachedAt: user.password.breachedAt ?? null }
      : null,
    phone: user.phone ? { e164: user.phone.e164, verifiedAt: user.phone.verifiedAt } : null,
    ...exportSecondFactors(user),
    pendingSignIns: pendingSignIns.map(toPendingSignIn),
    passkeyChallenges: ceremonies.map(toChallenge),
    securityReview: securityReview
      ? { since: securityReview.since, toldAt: securityReview.toldAt ?? null }
      : null,
    connectedAccounts: user.accounts.map((account) => toAccount(account, details.get(account.key))),
    waitingConnections: waiting.map(toWaitingConnection),
    sessions: sessions.map((each) => toSession(each, each._id.equals(session._id))),
    accessTokens: accessTokens.map((token) => toAccessToken(token, living, now)),
    approvedPrograms: programs.flatMap(toProgram),
    authorizedClients: authorizationCodes.map(toAuthorizedClient),
    usedApps: user.usedClients ?? [],
    openRequests: requests.flatMap(toOpenRequests),
    activity: [...unwrittenActivity(user, activity), ...activity].map(toActivity),
    events: [
      ...events,
      ...eventsInOutbox(user, user.outbox ?? []).filter(({ _id }) => !stored.has(_id.toHexString())),
    ]
      .filter(isKnownEvent)
      .map(toEvent),
    waitingJobs: jobs.map((job) => toJob(deps, job)),
    counters: [...counters, ...sends].map(toCounter),
  } as const);
}

type Json<T> = T extends ObjectId | Date
  ? string
  : T extends readonly (infer Each)[]
    ? Json<Each>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Json<T[Key]> }
      : T;

/** With ids in hex and times in ISO 8601. The functions below choose each field, so that no secret gets out. */
function toJson<T>(value: T): Json<T> {
  return JSON.parse(JSON.stringify(value)) as Json<T>;
}

function toEmail({ email, emailVerified, pendingEmail, emailUndos = [] }: UserDocument) {
  if (email === undefined && !pendingEmail && emailUndos.length === 0) return null;
  return {
    address: email ?? null,
    verifiedAt: emailVerified,
    wanted: pendingEmail
      ? {
          address: pendingEmail.email,
          wrongTries: pendingEmail.codeAttempts,
          expires: pendingEmail.expires,
        }
      : null,
    former: emailUndos.map(({ email: address, changedAt, expires }) => ({ address, changedAt, expires })),
  };
}

function toAccount(account: UserDocument['accounts'][number], details: AccountDocument | undefined) {
  const { provider, providerAccountId, type, linkedAt, lastUsedAt } = account;
  const { label = null, image = null, tokens, grantEndedAt = null, updatedAt = null } = details ?? {};
  return {
    provider,
    providerAccountId,
    type,
    label,
    image,
    linkedAt,
    lastUsedAt,
    holdsTokens: Boolean(tokens),
    grantEndedAt,
    detailsUpdatedAt: updatedAt,
  };
}

function toWaitingConnection(row: PendingLinkDocument) {
  const { provider, providerAccountId, type, name, label, image, email, expires } = row;
  return { provider, providerAccountId, type, name, label, image, email, expires };
}

function toSession(session: SessionDocument, current: boolean) {
  const { _id: id, ip, userAgent, createdAt, lastSeenAt, authenticatedAt, clientGrant, expires } = session;
  const proofs = toProofs(session.proofs);
  const app = clientGrant
    ? { clientId: clientGrant.id, scopes: clientGrant.scopes, resources: clientGrant.resources }
    : null;
  return { id, current, ip, userAgent, createdAt, lastSeenAt, authenticatedAt, proofs, app, expires };
}

function toAuthorizedClient(row: AuthorizationCodeDocument) {
  const { clientId, scopes, resources, ip, userAgent, createdAt, session, expires } = row;
  const proofs = toProofs(session.proofs);
  return { clientId, scopes, resources, ip, userAgent, createdAt, proofs, expires };
}

function toAccessToken(token: AccessTokenDocument, living: ReadonlySet<string>, now: Date) {
  const { _id: id, name, scopes, lastFour, createdAt, authenticatedAt, expires, lastUsed } = token;
  return {
    id,
    name,
    scopes,
    lastFour,
    living: living.has(id.toHexString()) && expires > now,
    createdAt,
    authenticatedAt,
    proofs: toProofs(token.proofs),
    expires,
    lastUsed: lastUsed && { at: lastUsed.at, ip: lastUsed.ip, userAgent: lastUsed.userAgent },
  };
}

function toProgram(row: DeviceAuthorizationDocument) {
  const { clientName, scopes, ip, userAgent, createdAt, approval, expires } = row;
  if (!approval) return [];
  const proofs = toProofs(approval.session.proofs);
  return [{ clientName, scopes, ip, userAgent, createdAt, approvedAt: approval.at, proofs, expires }];
}

/** Leaves out the rest of the identifier, which other fields export. */
function toOpenRequests({ identifier, requests }: VerificationTokenDocument) {
  return requests.map(({ subject, signUp, attempts, createdAt, expires }) => ({
    kind: kindOf(identifier),
    phone: subject?.startsWith('+') ? subject : null,
    signUpName: signUp?.name ?? null,
    wrongTries: attempts,
    createdAt,
    expires,
  }));
}

function unwrittenActivity(
  { outbox = [] }: UserDocument,
  activity: readonly ActivityDocument[],
): Omit<ActivityDocument, 'userId'>[] {
  return outbox.flatMap(({ kind, ...row }) =>
    kind === null || activity.some(({ _id }) => _id.equals(row._id)) ? [] : { ...row, kind },
  );
}

function toActivity(row: Omit<ActivityDocument, 'userId'>) {
  const { _id: id, kind, method, label, count = 1, ip, userAgent, sessionId = null, at } = row;
  return { id, kind, method, label, count, ip, userAgent, sessionId, at };
}

/** Without the text of a mail, which may contain a link. */
function toJob(deps: Dependencies, document: JobDocument) {
  const job = openJob(deps, document);
  const mail = job?.kind === 'mail' ? job.mail : null;
  return {
    kind: document.kind,
    to: mail?.to ?? null,
    subject: mail?.subject ?? null,
    attempts: document.attempts,
    createdAt: document.createdAt,
    nextTryAt: document.runAt,
  };
}

/** Without the id, address or number in the key. */
function toCounter({ key, points: count, expire }: RateLimitDocument) {
  return { counter: key.slice(0, key.lastIndexOf(':')), count, until: expire ?? null };
}
