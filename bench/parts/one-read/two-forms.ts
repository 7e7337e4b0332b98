import { ObjectId, type Collection, type Db, type WriteConcernSettings } from 'mongodb';
import { SESSION_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../src/shared/limits.ts';
import { hashToken } from '../../../src/server/crypto/secrets.ts';
import type { SessionDocument } from '../../../src/server/database/collections.ts';
import { nameFields } from '../../../src/server/database/search-key.ts';
import type { UserDocument } from '../../../src/server/database/user-documents.ts';
import { USER_INDEXES } from '../../../src/server/database/user-indexes.ts';
import { makeProof } from '../../../src/server/domain/rules/proofs.ts';
import { insertAll, requireIndex } from '../../seeds/insert.ts';
import { makePeople, USER_AGENT, type Person } from '../../seeds/people.ts';
import type { OneReadMeasurement } from './costs.ts';

export const MINUTE_MS = 60_000;
/** Sessions expire at that many different times, so that a sweep removes one in this number. */
export const EXPIRIES = 100;
const DURABLE: WriteConcernSettings = { w: 1, journal: true };

/** What a check reads of a session, and no more: the address and the browser stay in the row. */
interface Entry extends Pick<
  SessionDocument,
  'expires' | 'createdAt' | 'lastSeenAt' | 'authenticatedAt' | 'proofs'
> {
  readonly id: ObjectId;
  readonly tokenHash: string;
}
export type UserWithEntries = Omit<UserDocument, 'sessions'> & { readonly sessions: readonly Entry[] };

export interface Stored {
  readonly users: Collection<UserDocument>;
  /** The same people, with their sessions in the document. */
  readonly withEntries: Collection<UserWithEntries>;
  readonly sessions: Collection<SessionDocument>;
  readonly person: (number: number) => Person;
  readonly session: (person: number, index: number) => SessionDocument;
}

export async function seed(db: Db, people: number, sessionsEach: number): Promise<Stored> {
  const now = new Date();
  const { person } = makePeople(people, now);
  const stored: Stored = {
    users: db.collection('users', { writeConcern: DURABLE }),
    withEntries: db.collection('users_with_entries', { writeConcern: DURABLE }),
    sessions: db.collection('sessions', { writeConcern: DURABLE }),
    person,
    session: (owner, index) => {
      const number = owner * SESSIONS_PER_USER + index;
      return makeSession(person(owner), `session ${number}`, now, {
        _id: ObjectId.createFromHexString(`691e5a02${number.toString(16).padStart(16, '0')}`),
        expires: new Date(now.getTime() + SESSION_MAX_AGE_MS + ((owner + index) % EXPIRIES) * MINUTE_MS),
      });
    },
  };
  const sessionsOf = (owner: number) =>
    Array.from({ length: sessionsEach }, (_, index) => stored.session(owner, index));
  // Seeding needs no durability: these handles wait for no journal.
  await insertAll(db.collection<UserDocument>('users'), people, (number) => ({
    ...userOf(person(number), now),
    sessions: sessionsOf(number).map(({ _id: id }) => ({ id })),
  }));
  await insertAll(db.collection<UserWithEntries>('users_with_entries'), people, (number) => ({
    ...userOf(person(number), now),
    sessions: sessionsOf(number).map(entryOf),
  }));
  await insertAll(db.collection<SessionDocument>('sessions'), people * sessionsEach, (number) =>
    stored.session(Math.floor(number / sessionsEach), number % sessionsEach),
  );
  const userIndexes = USER_INDEXES.map(({ name, key, options }) => ({ name, key, ...options }));
  await stored.users.createIndexes(userIndexes);
  await stored.withEntries.createIndexes([
    ...userIndexes,
    {
      name: 'sessions_token_unique_text',
      key: { 'sessions.tokenHash': 1 },
      unique: true,
      partialFilterExpression: { 'sessions.tokenHash': { $gt: '' } },
    },
  ]);
  await stored.sessions.createIndexes([
    { name: 'token_unique', key: { sessionToken: 1 }, unique: true },
    { name: 'user', key: { userId: 1 } },
    { name: 'expires_ttl', key: { expires: 1 } },
  ]);
  await requireIndex(stored.sessions, { sessionToken: 'x' });
  await requireIndex(stored.withEntries, { 'sessions.tokenHash': 'x' });
  return stored;
}

export function makeSession(
  { id }: Person,
  token: string,
  now: Date,
  differences: Partial<SessionDocument> = {},
): SessionDocument {
  return {
    _id: new ObjectId(),
    sessionToken: hashToken(token),
    userId: id,
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    proofs: [makeProof({ kind: 'password' }, now)],
    ip: '198.51.100.7',
    userAgent: USER_AGENT,
    listed: true,
    ...differences,
  };
}

export function entryOf(session: SessionDocument): Entry {
  const {
    _id: id,
    sessionToken: tokenHash,
    expires,
    createdAt,
    lastSeenAt,
    authenticatedAt,
    proofs,
  } = session;
  return { id, tokenHash, expires, createdAt, lastSeenAt, authenticatedAt, ...(proofs ? { proofs } : {}) };
}

export function userOf(
  { id, name, email, number, createdAt }: Person,
  now: Date,
): Omit<UserDocument, 'sessions'> {
  return {
    _id: id,
    ...nameFields(name),
    email,
    emailVerified: createdAt,
    image: { id: id.toHexString(), from: null },
    locale: 'en',
    accounts: ['google', 'company'].map((provider) => ({
      key: `${provider}:${number}`,
      provider,
      providerAccountId: String(number),
      type: 'oidc',
      linkedAt: createdAt,
      lastUsedAt: now,
    })),
    // As long as a PHC string of argon2id.
    password: { hash: `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(66)}`, changedAt: now },
    lastSignInAt: now,
    createdAt,
    updatedAt: createdAt,
  };
}

export async function bytesOf(
  db: Db,
  { users, withEntries, sessions }: Stored,
): Promise<OneReadMeasurement['bytes']> {
  // A checkpoint: before it, a part is only in the cache.
  await db.admin().command({ fsync: 1 });
  return Promise.all(
    [users, withEntries, sessions].map(async ({ collectionName: name }) => {
      const { avgObjSize, storageSize, indexSizes } = (await db.command({ collStats: name })) as {
        avgObjSize: number;
        storageSize: number;
        indexSizes: Record<string, number>;
      };
      const sizes = Object.entries(indexSizes).toSorted(([, one], [, another]) => another - one);
      return {
        name,
        document: avgObjSize,
        storage: storageSize,
        indexes: sizes.reduce((sum, [, size]) => sum + size, 0),
        largestIndexes: Object.fromEntries(sizes.slice(0, 4)),
      };
    }),
  );
}
