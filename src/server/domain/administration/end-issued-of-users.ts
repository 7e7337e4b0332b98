import type { Filter, ObjectId } from 'mongodb';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeUnseenEvent, writeOutboxes } from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { ALL_SESSIONS_ENDED, sessionEndedEvent } from '../rules/event-contents.ts';

const BATCH = 500;

export interface EndedOfUsers {
  readonly people: number;
  readonly sessions: number;
  readonly accessTokens: number;
}

/** Works in batches, so that memory holds one. A repeated run finds what a killed run has left. */
export async function endIssuedOfUsers(
  deps: Dependencies,
  before: Date,
  onProgress: (people: number) => void,
): Promise<EndedOfUsers> {
  const sum = { people: 0, sessions: 0, accessTokens: 0 };
  let checked = 0;
  for (let last: ObjectId | null = null; ;) {
    const batch: User[] = await findUsers(deps, last ? { _id: { $gt: last } } : {});
    last = batch.at(-1)?._id ?? null;
    if (!last) return sum;
    for (const ended of await endOfBatch(deps, batch, before)) {
      sum.people += 1;
      sum.sessions += ended.sessions.length;
      sum.accessTokens += ended.accessTokens.length;
    }
    checked += batch.length;
    onProgress(checked);
  }
}

const FIELDS = {
  accessTokens: 1,
  pendingEmail: 1,
  secondFactorRemoval: 1,
  sessions: 1,
  sessionsValidFrom: 1,
  trustedBrowsers: 1,
} as const satisfies Partial<Record<keyof UserDocument, 1>>;
type User = Pick<UserDocument, '_id' | keyof typeof FIELDS>;

function findUsers({ collections }: Dependencies, filter: Filter<UserDocument>): Promise<User[]> {
  return collections.users
    .find({ ...filter, deletedAt: { $exists: false } }, { projection: FIELDS })
    .sort({ _id: 1 })
    .limit(BATCH)
    .toArray();
}

/** The ids, as text, of the rows that were made after the time. */
interface NewRows {
  readonly sessions: ReadonlySet<string>;
  readonly accessTokens: ReadonlySet<string>;
}

async function findNewRows(
  { collections: { sessions, accessTokens } }: Dependencies,
  people: readonly User[],
  before: Date,
): Promise<NewRows> {
  const filter = { userId: { $in: people.map(({ _id }) => _id) }, createdAt: { $gte: before } };
  const [newSessions, newTokens] = await Promise.all([
    sessions.find(filter, { projection: { _id: 1 } }).toArray(),
    accessTokens.find(filter, { projection: { _id: 1 } }).toArray(),
  ]);
  return { sessions: idsOf(newSessions), accessTokens: idsOf(newTokens) };
}

function idsOf(rows: readonly { readonly _id: ObjectId }[]): ReadonlySet<string> {
  return new Set(rows.map(({ _id }) => _id.toHexString()));
}

interface Ending {
  readonly person: User;
  readonly newRows: NewRows;
  readonly sessions: readonly ObjectId[];
  readonly accessTokens: readonly ObjectId[];
  /** `null` when no session ends: then applications get no event. */
  readonly securityEvent: SecurityEvent | null;
}

/** One command writes all users of a batch. The filter of each write decides on its own. */
async function endOfBatch(deps: Dependencies, people: readonly User[], before: Date): Promise<Ending[]> {
  const { users } = deps.collections;
  const ended: Ending[] = [];
  let endings = await findEndings(deps, people, before);
  while (endings.length > 0) {
    const { matchedCount } = await users.bulkWrite(
      endings.map(({ person, newRows, sessions, accessTokens, securityEvent }) => ({
        updateOne: {
          filter: { $and: [activeUser(person._id), sameLists(person)] },
          update: {
            $max: { sessionsValidFrom: before },
            $pull: {
              sessions: { id: { $in: sessions } },
              accessTokens: { id: { $in: accessTokens } },
              trustedBrowsers: { createdAt: { $lt: before } },
            },
            $unset: {
              ...(isPendingEmailOld(person, newRows) ? { pendingEmail: '' } : {}),
              ...(isRemovalOld(person, before) ? { secondFactorRemoval: '' } : {}),
            },
            ...(securityEvent ? { $push: { outbox: securityEvent } } : {}),
          },
        },
      })),
      { ordered: false },
    );
    await writeOutboxes(
      deps,
      endings.flatMap(({ person: { _id: userId }, securityEvent }) =>
        securityEvent ? [{ userId, securityEvent }] : [],
      ),
    );
    if (matchedCount === endings.length) return [...ended, ...endings];
    // Some users changed or were deleted meanwhile. The answer of `bulkWrite` does not say which.
    const ids = endings.map(({ person }) => person._id);
    const active = await findUsers(deps, { _id: { $in: ids } });
    const left = await findEndings(deps, active, before);
    const missed = idsOf(left.map(({ person }) => person));
    const done = idsOf(active.filter(({ _id }) => !missed.has(_id.toHexString())));
    ended.push(...endings.filter(({ person }) => done.has(person._id.toHexString())));
    endings = left;
  }
  return ended;
}

async function findEndings(deps: Dependencies, people: readonly User[], before: Date): Promise<Ending[]> {
  const newRows = await findNewRows(deps, people, before);
  return people.flatMap((person) => {
    const { sessions, accessTokens } = endingOf(person, newRows);
    if (sessions.length === 0 && accessTokens.length === 0 && !hasOther(person, newRows, before)) return [];
    const isAll = sessions.length === (person.sessions?.length ?? 0);
    const events = isAll ? [ALL_SESSIONS_ENDED] : sessions.map(sessionEndedEvent);
    const securityEvent = sessions.length > 0 ? makeUnseenEvent(deps, events) : null;
    return [{ person, newRows, sessions, accessTokens, securityEvent }];
  });
}

/** The sessions and tokens that end: older ones, and those whose session ends or has ended. */
function endingOf({ sessions = [], accessTokens = [] }: User, newRows: NewRows) {
  const isKept = (id: ObjectId) => newRows.sessions.has(id.toHexString());
  return {
    sessions: sessions
      .filter(({ id, client }) => !isKept(id) || (client && !isKept(client.authorizedBy)))
      .map(({ id }) => id),
    accessTokens: accessTokens
      .filter(({ id, addedBy }) => !newRows.accessTokens.has(id.toHexString()) || !isKept(addedBy))
      .map(({ id }) => id),
  };
}

function hasOther(person: User, newRows: NewRows, before: Date): boolean {
  const { sessionsValidFrom, trustedBrowsers = [] } = person;
  return (
    sessionsValidFrom === undefined ||
    sessionsValidFrom < before ||
    trustedBrowsers.some(({ createdAt }) => createdAt < before) ||
    isPendingEmailOld(person, newRows) ||
    isRemovalOld(person, before)
  );
}

/** A requested change of address has no date of creation, but ends with its session. */
function isPendingEmailOld({ pendingEmail }: User, { sessions }: NewRows): boolean {
  return pendingEmail !== undefined && !sessions.has(pendingEmail.askedBy.toHexString());
}

/** The user may have stopped the removal since. */
function isRemovalOld({ secondFactorRemoval }: User, before: Date): boolean {
  return secondFactorRemoval !== undefined && secondFactorRemoval.requestedAt < before;
}

function sameLists({ sessions = [], accessTokens = [] }: User): Filter<UserDocument> {
  return { $and: [sameIds('sessions', sessions), sameIds('accessTokens', accessTokens)] };
}

function sameIds(
  field: 'sessions' | 'accessTokens',
  entries: readonly { readonly id: ObjectId }[],
): Filter<UserDocument> {
  if (entries.length === 0) return { [`${field}.0`]: { $exists: false } };
  return { [field]: { $size: entries.length }, [`${field}.id`]: { $all: entries.map(({ id }) => id) } };
}
