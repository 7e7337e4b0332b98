import { createHash } from 'node:crypto';
import type { Db, ObjectId } from 'mongodb';

/** All data of an answer in one document, under the hash of the token. */
export interface FloorSession {
  readonly _id: ObjectId;
  readonly tokenHash: string;
  readonly user: { id: string; name: string; email: string; image: string };
  readonly expires: Date;
}

export const FLOOR_COLLECTION = 'floor_sessions';
export const FLOOR_COOKIE = 'session';

export const hashFloorToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The minimum of a safe session check: cookie, hash, one indexed `findOne`, expiry. */
export function createFloorRead(
  db: Db,
): (cookies: string | undefined) => Promise<Pick<FloorSession, 'user' | 'expires'> | null> {
  const sessions = db.collection<FloorSession>(FLOOR_COLLECTION);
  return async (cookies = '') => {
    const token = new RegExp(`(?:^|; )${FLOOR_COOKIE}=([^;]+)`).exec(cookies)?.[1];
    if (token === undefined) return null;
    const session = await sessions.findOne({ tokenHash: hashFloorToken(token) });
    return session && session.expires.getTime() > Date.now()
      ? { user: session.user, expires: session.expires }
      : null;
  };
}
