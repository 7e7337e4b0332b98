import { createHash } from 'node:crypto';
import { ObjectId, type Filter } from 'mongodb';
import { CEREMONY_MAX_AGE_MS, PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { noteEndedBefore } from '../../database/dump/restored-database.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent, settleSecurityEvent } from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { makeAuditEntry } from '../rules/authority.ts';
import { ALL_SESSIONS_ENDED, sessionEndedEvent } from '../rules/event-contents.ts';
import { revokeServiceKey } from './service-keys.ts';

/** People that are read at once. */
const BATCH = 200;
const SERVER = { kind: 'server' } as const;

export interface EndedThings {
  /** The people of whom something ended. */
  readonly people: number;
  readonly sessions: number;
  readonly accessTokens: number;
  readonly serviceKeys: number;
}

/**
 * Ends everything issued before a time: sessions of browsers and of OAuth clients with their refresh tokens, access tokens, device authorizations, authorization
 * codes, codes and links of mails and text messages, unfinished sign-ins, connections and passkey ceremonies, trusted browsers, waiting removals of second factors,
 * and service keys. What a session of before that time made since ends, too. An operator calls it after a restore, because a restored backup revives what was
 * revoked or used since.
 *
 * First comes what could still make a session, then each person by one write, then the keys, then the rows that give no access any more. A second run ends what
 * a kill has left, and changes nothing else. Running servers notice it at the next request.
 *
 * People are told nothing; the audit log has one row for each time. Applications hear that sessions have ended.
 */
export async function endIssued(
  deps: Dependencies,
  before: Date,
  { keepServiceKeys }: { readonly keepServiceKeys: boolean },
): Promise<EndedThings> {
  await writeAudit(deps, before, keepServiceKeys);
  await endUnfinished(deps, before);
  const ended = await endOfPeople(deps, before);
  const serviceKeys = keepServiceKeys ? 0 : await endServiceKeys(deps, before);
  await deps.collections.sessions.deleteMany({ createdAt: { $lt: before } });
  await deps.collections.accessTokens.deleteMany({ createdAt: { $lt: before } });
  await noteEndedBefore(deps.collections, before);
  return { ...ended, serviceKeys };
}

/** The id is derived from the time, so that a second run adds no row. */
async function writeAudit(deps: Dependencies, before: Date, keepServiceKeys: boolean): Promise<void> {
  const digest = createHash('sha256').update(`credentials ended before ${before.toISOString()}`).digest();
  const after = { before, serviceKeys: !keepServiceKeys };
  await insertOnce(deps.collections.audit, {
    _id: new ObjectId(digest.subarray(0, 12)),
    at: deps.now(),
    subject: null,
    ...makeAuditEntry(SERVER, null, { action: 'credentials-ended', after }),
  });
}

/** What may still become a session, a token or a new password. */
async function endUnfinished({ collections }: Dependencies, before: Date): Promise<void> {
  const issued = { createdAt: { $lt: before } };
  const { verificationTokens } = collections;
  // An identifier may also have newer requests.
  await verificationTokens.updateMany(
    { 'requests.createdAt': { $lt: before } },
    { $pull: { requests: issued } },
  );
  await verificationTokens.deleteMany({
    $or: [{ requests: { $size: 0 } }, { requests: { $exists: false }, ...issued }],
  });
  await collections.authorizationCodes.deleteMany(issued);
  await collections.deviceAuthorizations.deleteMany(issued);
  await collections.pendingSignIns.deleteMany(issued);
  // These have no date of their creation.
  await collections.pendingLinks.deleteMany({ expires: { $lt: laterBy(before, PENDING_LINK_MAX_AGE_MS) } });
  await collections.ceremonies.deleteMany({ expires: { $lt: laterBy(before, CEREMONY_MAX_AGE_MS) } });
}

function laterBy(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

async function endOfPeople(deps: Dependencies, before: Date): Promise<Omit<EndedThings, 'serviceKeys'>> {
  const sum = { people: 0, sessions: 0, accessTokens: 0 };
  for (let last: ObjectId | null = null; ;) {
    const users: UserDocument[] = await deps.collections.users
      .find({ ...(last ? { _id: { $gt: last } } : {}), deletedAt: { $exists: false } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    last = users.at(-1)?._id ?? null;
    if (!last) return sum;
    const newRows = await findNewRows(deps, users, before);
    for (const user of users) {
      const ended = await endOfPerson(deps, user, newRows, before);
      if (!ended) continue;
      sum.people += 1;
      sum.sessions += ended.sessions;
      sum.accessTokens += ended.accessTokens;
    }
  }
}

/** The ids of the rows of after the time, as text. */
interface NewRows {
  readonly sessions: ReadonlySet<string>;
  readonly accessTokens: ReadonlySet<string>;
}

async function findNewRows(
  { collections: { sessions, accessTokens } }: Dependencies,
  users: readonly Pick<UserDocument, '_id'>[],
  before: Date,
): Promise<NewRows> {
  const filter = { userId: { $in: users.map(({ _id }) => _id) }, createdAt: { $gte: before } };
  const [newSessions, newTokens] = await Promise.all([
    sessions.find(filter, { projection: { _id: 1 } }).toArray(),
    accessTokens.find(filter, { projection: { _id: 1 } }).toArray(),
  ]);
  return { sessions: idsOf(newSessions), accessTokens: idsOf(newTokens) };
}

function idsOf(rows: readonly { readonly _id: ObjectId }[]): ReadonlySet<string> {
  return new Set(rows.map(({ _id }) => _id.toHexString()));
}

/** One write on the user. `null` when nothing was left to end. */
async function endOfPerson(
  deps: Dependencies,
  read: UserDocument,
  readRows: NewRows,
  before: Date,
): Promise<Pick<EndedThings, 'sessions' | 'accessTokens'> | null> {
  const { users } = deps.collections;
  let user: UserDocument | null = read;
  let newRows = readRows;
  // A round fails only when somebody signed in or out meanwhile, or made a token.
  for (;;) {
    const { sessions, accessTokens } = endingOf(user, newRows);
    if (!hasOther(user, newRows, before) && sessions.length === 0 && accessTokens.length === 0) return null;
    const isAll = sessions.length === (user.sessions?.length ?? 0);
    const securityEvent = makeSecurityEvent(deps, {
      kind: null,
      client: null,
      mailTo: [],
      events: isAll ? [ALL_SESSIONS_ENDED] : sessions.map(sessionEndedEvent),
    });
    const after: UserDocument | null = await users.findOneAndUpdate(
      { $and: [activeUser(user._id), sameLists(user)] },
      {
        // Browsers of before are not known to the account any more.
        $max: { sessionsValidFrom: before },
        $pull: {
          sessions: { id: { $in: sessions } },
          accessTokens: { id: { $in: accessTokens } },
          trustedBrowsers: { createdAt: { $lt: before } },
        },
        $unset: {
          ...(isPendingEmailOld(user, newRows) ? { pendingEmail: '' } : {}),
          ...(isRemovalOld(user, before) ? { secondFactorRemoval: '' } : {}),
        },
        ...(sessions.length > 0 ? { $push: { announcements: securityEvent } } : {}),
      },
      { returnDocument: 'after' },
    );
    if (after) {
      if (sessions.length > 0) await settleSecurityEvent(deps, user._id, securityEvent, after);
      return { sessions: sessions.length, accessTokens: accessTokens.length };
    }
    user = await users.findOne(activeUser(read._id));
    if (!user) return null;
    newRows = await findNewRows(deps, [user], before);
  }
}

/** The sessions and tokens that end: older ones, and those whose session ends or has ended. */
function endingOf({ sessions = [], accessTokens = [] }: UserDocument, newRows: NewRows) {
  const isKept = (id: ObjectId | undefined) => id !== undefined && newRows.sessions.has(id.toHexString());
  return {
    sessions: sessions
      .filter(({ id, client }) => !isKept(id) || (client && !isKept(client.authorizedBy)))
      .map(({ id }) => id),
    accessTokens: accessTokens
      .filter(({ id, addedBy }) => !newRows.accessTokens.has(id.toHexString()) || !isKept(addedBy))
      .map(({ id }) => id),
  };
}

/** Whether the person has something else of before the time. */
function hasOther(user: UserDocument, newRows: NewRows, before: Date): boolean {
  const { sessionsValidFrom, trustedBrowsers = [] } = user;
  return (
    sessionsValidFrom === undefined ||
    sessionsValidFrom < before ||
    trustedBrowsers.some(({ createdAt }) => createdAt < before) ||
    isPendingEmailOld(user, newRows) ||
    isRemovalOld(user, before)
  );
}

/** A request for a change of address has no date of its creation, but ends with its session. */
function isPendingEmailOld({ pendingEmail }: UserDocument, { sessions }: NewRows): boolean {
  return pendingEmail !== undefined && !sessions.has(pendingEmail.askedBy?.toHexString() ?? '');
}

/** The person may have stopped it since. */
function isRemovalOld({ secondFactorRemoval }: UserDocument, before: Date): boolean {
  return secondFactorRemoval !== undefined && secondFactorRemoval.requestedAt < before;
}

function sameLists({ sessions = [], accessTokens = [] }: UserDocument): Filter<UserDocument> {
  return { $and: [sameIds('sessions', sessions), sameIds('accessTokens', accessTokens)] };
}

function sameIds(
  field: 'sessions' | 'accessTokens',
  entries: readonly { readonly id: ObjectId }[],
): Filter<UserDocument> {
  if (entries.length === 0) return { [`${field}.0`]: { $exists: false } };
  return { [field]: { $size: entries.length }, [`${field}.id`]: { $all: entries.map(({ id }) => id) } };
}

async function endServiceKeys(deps: Dependencies, before: Date): Promise<number> {
  const keys = await deps.collections.serviceKeys
    .find({ createdAt: { $lt: before }, revokedAt: null, expires: { $gt: deps.now() } })
    .toArray();
  let count = 0;
  for (const { _id } of keys) {
    try {
      await revokeServiceKey(deps, SERVER, _id.toHexString(), { ip: null });
      count += 1;
    } catch (error) {
      // Somebody else revoked it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  return count;
}
