import { createHash } from 'node:crypto';
import type { Db, ObjectId } from 'mongodb';

/** All that an answer needs in one document, under the hash of the token. */
export interface FloorSession {
  readonly _id: ObjectId;
  readonly tokenHash: string;
  readonly user: { id: string; name: string; email: string; image: string };
  readonly expires: Date;
}

export const FLOOR_COLLECTION = 'floor_sessions';
export const FLOOR_COOKIE = 'session';

export const hashFloorToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The least that a safe look at a session does: a cookie, a hash, one indexed `findOne`, the expiry. */
export function createFloorRead(
  db: Db,
): (cookies: string | undefined) => Promise<Pick<FloorSession, 'user' | 'expires'> | null> {
  const sessions = db.collection<FloorSession>(FLOOR_COLLECTION);
  return async (cookies = '') => {
    const token = new RegExp(`(?:^|; )${FLOOR_COOKIE}=([^;]+)`).exec(cookies)?.[1];
    if (token === undefined) return null;
    const found = await sessions.findOne({ tokenHash: hashFloorToken(token) });
    return found && found.expires.getTime() > Date.now()
      ? { user: found.user, expires: found.expires }
      : null;
  };
}
