import { LRUCache } from 'lru-cache';
import { ObjectId, type WithId } from 'mongodb';
import { coalesceFind } from './coalesced-find.ts';
import type { Collections, SessionDocument, UserDocument } from './collections.ts';

export interface StoredSession {
  readonly session: SessionDocument;
  /** `null`: the user is gone. */
  readonly user: UserDocument | null;
}

type FindSession = (tokenHash: string) => Promise<StoredSession | null>;

/** About 10 MB. */
const REMEMBERED = 50_000;
const bySource = new WeakMap<Collections, FindSession>();

/**
 * The session with this token hash and its user, as they are stored now; the reads of concurrent requests travel together.
 *
 * Whose session it is never changes, so it is remembered, and both documents are then asked for at once instead of one after
 * the other. That is a guess at what to read and nothing more: session and user come from the database each time, so that what was revoked
 * in another process is dead on its next request.
 */
export function findStoredSession(
  collections: Collections,
  tokenHash: string,
): Promise<StoredSession | null> {
  let find = bySource.get(collections);
  if (!find) bySource.set(collections, (find = createReader(collections)));
  return find(tokenHash);
}

function createReader({ sessions, users }: Collections): FindSession {
  const findSession = coalesceFind(sessions, 'sessionToken', ({ sessionToken }) => sessionToken);
  const findUser = coalesceFind(
    users,
    '_id',
    (user: WithId<UserDocument>) => user._id.toHexString(),
    (id) => ObjectId.createFromHexString(id),
  );
  const owners = new LRUCache<string, string>({ max: REMEMBERED });

  return async (tokenHash) => {
    const guess = owners.get(tokenHash);
    const [session, guessed] = await Promise.all([
      findSession(tokenHash),
      guess === undefined ? null : findUser(guess),
    ]);
    if (!session) {
      owners.delete(tokenHash);
      return null;
    }
    const owner = session.userId.toHexString();
    if (owner === guess) return { session, user: guessed };
    owners.set(tokenHash, owner);
    return { session, user: await findUser(owner) };
  };
}
