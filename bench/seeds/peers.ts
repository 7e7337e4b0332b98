import type { Db } from 'mongodb';
import { FLOOR_COLLECTION, hashFloorToken, type FloorSession } from '../servers/floor-session.ts';
import { insertAll, requireIndex } from './insert.ts';
import { authJsToken, betterAuthToken, USER_AGENT, type Users } from './people.ts';

/** One document per session. */
export async function seedFloor(db: Db, people: Users): Promise<void> {
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
export async function seedAuthJs(db: Db, people: Users): Promise<void> {
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
  // The adapter creates no index. Without this one every look-up would scan the collection.
  await sessions.createIndex({ sessionToken: 1 }, { unique: true });
  await requireIndex(sessions, { sessionToken: 'x' });
}

/** In the shape of Better Auth's MongoDB adapter. */
export async function seedBetterAuth(db: Db, people: Users): Promise<void> {
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
  // The adapter creates the same index at its first write.
  await sessions.createIndex({ token: 1 }, { unique: true });
  await requireIndex(sessions, { token: 'x' });
}

export const PROVIDER = 'company';

/** What sign-ins by a mail code and by a provider need beside `seedBetterAuth`. */
export async function seedBetterAuthSignIns(db: Db, people: Users): Promise<void> {
  const accounts = db.collection('account');
  await insertAll(accounts, people.count, (number) => {
    const { id, createdAt } = people.person(number);
    const accountId = String(10_000_000 + number);
    return { accountId, providerId: PROVIDER, userId: id, createdAt, updatedAt: createdAt };
  });
  // The adapter creates no index. Without these every look-up would scan the collection.
  await accounts.createIndex({ accountId: 1, providerId: 1 });
  await accounts.createIndex({ userId: 1 });
  await db.collection('user').createIndex({ email: 1 }, { unique: true });
  await db.collection('verification').createIndex({ identifier: 1 });
  await requireIndex(accounts, { accountId: 'x', providerId: 'x' });
  await requireIndex(db.collection('user'), { email: 'x' });
}

/** Everybody gets the password hash of the person with this address. */
export async function seedBetterAuthPasswords(db: Db, people: Users, email: string): Promise<void> {
  const accounts = db.collection('account');
  const first = await db.collection('user').findOne({ email });
  const signedUp = await accounts.findOne({ userId: first?._id, providerId: 'credential' });
  if (!signedUp) throw new Error('Better Auth keeps passwords in another place');
  await insertAll(accounts, people.count, (number) => {
    const { id, createdAt } = people.person(number);
    const { password } = signedUp as { password?: unknown };
    const own = { accountId: id.toHexString(), userId: id, createdAt, updatedAt: createdAt };
    return { ...own, providerId: 'credential', password };
  });
}
