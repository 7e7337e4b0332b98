import type { Db } from 'mongodb';
import { FLOOR_COLLECTION, hashFloorToken, type FloorSession } from '../servers/floor-session.ts';
import { insertAll, requireIndex } from './insert.ts';
import { authJsToken, betterAuthToken, USER_AGENT, type People } from './people.ts';

/** Fills a database for the floor: one document per session. */
export async function seedFloor(db: Db, people: People): Promise<void> {
  const sessions = db.collection<FloorSession>(FLOOR_COLLECTION);
  await insertAll(sessions, people.sessions, (number) => {
    const { id, person, token } = people.session(number);
    const { name, email, image } = person;
    const user = { id: person.id.toHexString(), name, email, image };
    return { _id: id, tokenHash: hashFloorToken(token), user, expires: people.expires };
  });
  await sessions.createIndex({ tokenHash: 1 }, { unique: true });
  await requireIndex(sessions, { tokenHash: 'x' });
}

/** In the shape of `@auth/mongodb-adapter`. */
export async function seedAuthJs(db: Db, people: People): Promise<void> {
  await insertAll(db.collection('users'), people.count, (number) => {
    const { id, name, email, image, createdAt } = people.person(number);
    return { _id: id, name, email, image, emailVerified: createdAt };
  });
  const sessions = db.collection('sessions');
  await insertAll(sessions, people.sessions, (number) => {
    const session = people.session(number);
    return {
      _id: session.id,
      sessionToken: authJsToken(session),
      userId: session.person.id,
      expires: people.expires,
    };
  });
  // The adapter creates none. Without this index every look-up would scan the collection.
  await sessions.createIndex({ sessionToken: 1 }, { unique: true });
  await requireIndex(sessions, { sessionToken: 'x' });
}

/** In the shape of Better Auth's MongoDB adapter. */
export async function seedBetterAuth(db: Db, people: People): Promise<void> {
  await insertAll(db.collection('user'), people.count, (number) => {
    const { id, name, email, image, createdAt } = people.person(number);
    return { _id: id, name, email, emailVerified: true, image, createdAt, updatedAt: createdAt };
  });
  const sessions = db.collection('session');
  await insertAll(sessions, people.sessions, (number) => {
    const session = people.session(number);
    return {
      _id: session.id,
      expiresAt: people.expires,
      token: betterAuthToken(session),
      createdAt: session.createdAt,
      updatedAt: session.createdAt,
      ipAddress: session.ip,
      userAgent: USER_AGENT,
      userId: session.person.id,
    };
  });
  // The adapter creates the same one at its first write.
  await sessions.createIndex({ token: 1 }, { unique: true });
  await requireIndex(sessions, { token: 'x' });
}
