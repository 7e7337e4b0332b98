import { ObjectId } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS, SESSION_ABSOLUTE_MAX_AGE_MS } from '../../../shared/limits.ts';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { aUserDocument } from '../../../testing/users/users.ts';
import { withInserts } from '../../../testing/users/sessions.ts';
import { collectionsOf, type SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { isListed, isLive, liveSessionRows } from './session-liveness.ts';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const database = await createTestDatabase();
const collections = collectionsOf(database.db);
afterAll(() => database.drop());

async function storedUser(changes: Partial<UserDocument>): Promise<UserDocument> {
  const user = aUserDocument(changes);
  await collections.users.insertOne(user);
  return user;
}

function aSession(userId: ObjectId, changes: Partial<SessionDocument> = {}): SessionDocument {
  const _id = changes._id ?? new ObjectId();
  return {
    _id,
    sessionToken: _id.toHexString(),
    userId,
    expires: new Date(NOW.getTime() + DAY_MS),
    createdAt: ago(10 * SECOND_MS),
    lastSeenAt: NOW,
    authenticatedAt: NOW,
    proofs: [],
    ip: null,
    userAgent: null,
    ...changes,
  };
}

describe('a session in the list of its user', () => {
  it.each([
    ['is live', true, {}],
    ['is not live when it is not in the list, whatever its times', false, {}],
    ['stays live after a time that ended older sessions', true, { sessionsValidFrom: NOW }],
  ])('%s', async (_outcome, listed, changes) => {
    const session = aSession(new ObjectId(), { createdAt: ago(MINUTE_MS) });
    const sessions = [{ id: listed ? session._id : new ObjectId() }];
    const user = await storedUser({ _id: session.userId, sessions, ...changes });
    expect(isListed(session, user)).toBe(listed);
    expect(await liveIds(user, session)).toEqual(listed ? [session._id] : []);
  });

  it('is live only while the session that authorized it is listed, when it is bound to that one', () => {
    const [own, client] = [new ObjectId(), new ObjectId()];
    const entry = (bound: boolean) => ({
      id: client,
      client: {
        id: 'shop',
        authorizedBy: own,
        generation: 0,
        refreshedAt: NOW,
        ...(bound ? { bound: true as const } : {}),
      },
    });
    expect(isLive({ _id: client }, { sessions: [{ id: own }, entry(true)] })).toBe(true);
    expect(isLive({ _id: client }, { sessions: [entry(true)] })).toBe(false);
    expect(isLive({ _id: client }, { sessions: [entry(false)] })).toBe(true);
  });

  it('is not live after its expiry or maximum age, or for another user', async () => {
    const userId = new ObjectId();
    const rows = [
      aSession(userId, { expires: NOW }),
      aSession(userId, { createdAt: ago(SESSION_ABSOLUTE_MAX_AGE_MS) }),
      aSession(new ObjectId()),
    ];
    const user = await storedUser({ _id: userId, sessions: rows.map(({ _id }) => ({ id: _id })) });
    expect(await liveIds(user, ...rows)).toEqual([]);
  });
});

async function liveIds(user: UserDocument, ...rows: SessionDocument[]): Promise<ObjectId[]> {
  await collections.sessions.deleteMany({});
  await withInserts(collections.sessions).insertMany(rows);
  const live = await collections.sessions.find(liveSessionRows(user, NOW)).toArray();
  return live.map(({ _id }) => _id);
}
