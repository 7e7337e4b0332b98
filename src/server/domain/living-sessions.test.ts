import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS, SESSION_ABSOLUTE_MAX_AGE_MS } from '../../shared/limits.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { collectionsOf, type SessionDocument, type UserDocument } from '../database/collections.ts';
import { isEndedByUser, livingSessions, notEndedByUser } from './living-sessions.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function aUser(changes: Partial<UserDocument>): UserDocument {
  return {
    _id: new ObjectId(),
    name: null,
    emailVerified: null,
    locale: 'en',
    accounts: [],
    createdAt: ago(DAY_MS),
    updatedAt: ago(DAY_MS),
    ...changes,
  };
}

function aSession(user: UserDocument, changes: Partial<SessionDocument> = {}): SessionDocument {
  const _id = changes._id ?? new ObjectId();
  return {
    _id,
    sessionToken: _id.toHexString(),
    userId: user._id,
    expires: new Date(NOW.getTime() + DAY_MS),
    createdAt: ago(10 * SECOND_MS),
    lastSeenAt: NOW,
    authenticatedAt: NOW,
    ip: null,
    userAgent: null,
    ...changes,
  };
}

const KEPT = new ObjectId();
const at = ago(10 * SECOND_MS);
const ENDINGS: readonly [string, Partial<UserDocument>][] = [
  ['nothing', {}],
  ['all of before', { sessionsValidFrom: at }],
  ['all of before but one', { otherSessionsEnded: { at, except: KEPT } }],
  [
    'all but one, then all',
    { otherSessionsEnded: { at: ago(11 * SECOND_MS), except: KEPT }, sessionsValidFrom: at },
  ],
  [
    'all, then all but one',
    { sessionsValidFrom: ago(11 * SECOND_MS), otherSessionsEnded: { at, except: KEPT } },
  ],
];

it.each(ENDINGS)(
  'says the same of a session in all three ways where a user ended %s',
  async (_what, ending) => {
    const { users, sessions } = collectionsOf(database.db);
    const user = aUser(ending);
    await users.insertOne(user);
    for (const age of [9, 10, 11, 12]) {
      for (const _id of [new ObjectId(), KEPT]) {
        const session = aSession(user, { _id, createdAt: ago(age * SECOND_MS) });
        await sessions.insertOne(session);
        const ended = isEndedByUser(session, user);
        const passes = await users.countDocuments({ $and: [{ _id: user._id }, notEndedByUser(session)] });
        const listed = await sessions.countDocuments(livingSessions(user, NOW));
        const of = { age, kept: _id === KEPT };
        expect({ ...of, passes, listed }).toEqual({ ...of, passes: ended ? 0 : 1, listed: ended ? 0 : 1 });
        await sessions.deleteOne({ _id });
      }
    }
  },
);

it('ends what the user ended, and keeps the one that was kept', () => {
  const [old, young] = [ago(11 * SECOND_MS), ago(9 * SECOND_MS)];
  const all = aUser({ sessionsValidFrom: at });
  const others = aUser({ otherSessionsEnded: { at, except: KEPT } });
  expect(isEndedByUser({ _id: KEPT, createdAt: old }, all)).toBe(true);
  expect(isEndedByUser({ _id: KEPT, createdAt: young }, all)).toBe(false);
  expect(isEndedByUser({ _id: KEPT, createdAt: old }, others)).toBe(false);
  expect(isEndedByUser({ _id: new ObjectId(), createdAt: old }, others)).toBe(true);
  expect(isEndedByUser({ _id: new ObjectId(), createdAt: young }, others)).toBe(false);
});

it('counts as living neither what ran out nor what is too old, nor another’s', async () => {
  const { sessions } = collectionsOf(database.db);
  const user = aUser({});
  const living = aSession(user);
  await sessions.insertMany([
    living,
    aSession(user, { expires: NOW }),
    aSession(user, { createdAt: ago(SESSION_ABSOLUTE_MAX_AGE_MS) }),
    aSession(aUser({})),
  ]);
  expect(await sessions.find(livingSessions(user, NOW)).toArray()).toEqual([living]);
});
