import { LRUCache } from 'lru-cache';
import { ObjectId, type WithId } from 'mongodb';
import { coalesceFind } from './coalesced-find.ts';
import type { AccessTokenDocument, Collections, SessionDocument, UserDocument } from './collections.ts';

/** A session or an access token, with whose it is. */
export interface StoredCredential<T> {
  readonly credential: T;
  /** `null`: the user is gone. */
  readonly user: UserDocument | null;
}

type Find<T> = (tokenHash: string) => Promise<StoredCredential<T> | null>;

interface Readers {
  readonly sessions: Find<SessionDocument>;
  readonly accessTokens: Find<AccessTokenDocument>;
}

/** About 10 MB. */
const REMEMBERED = 50_000;
const readersOf = new WeakMap<Collections, Readers>();

/**
 * What is stored under this token hash, and its user, as both are now; the reads of concurrent requests travel together.
 *
 * Whose it is never changes, so it is remembered, and both documents are then asked for at once instead of one after the other. That is a
 * guess at what to read and nothing more: both come from the database each time, so that what was revoked in another process is dead on
 * its next request.
 */
export function findStoredCredential<K extends keyof Readers>(
  collections: Collections,
  kind: K,
  tokenHash: string,
): ReturnType<Readers[K]> {
  let readers = readersOf.get(collections);
  if (!readers) readersOf.set(collections, (readers = createReaders(collections)));
  return readers[kind](tokenHash) as ReturnType<Readers[K]>;
}

function createReaders({ sessions, accessTokens, users }: Collections): Readers {
  const findUser = coalesceFind(
    users,
    '_id',
    (user: WithId<UserDocument>) => user._id.toHexString(),
    (id) => ObjectId.createFromHexString(id),
  );
  return {
    sessions: createReader(
      coalesceFind(sessions, 'sessionToken', ({ sessionToken }) => sessionToken),
      findUser,
    ),
    accessTokens: createReader(
      coalesceFind(accessTokens, 'tokenHash', ({ tokenHash }) => tokenHash),
      findUser,
    ),
  };
}

function createReader<T extends { readonly userId: ObjectId }>(
  find: (tokenHash: string) => Promise<T | null>,
  findUser: (id: string) => Promise<UserDocument | null>,
): Find<T> {
  const owners = new LRUCache<string, string>({ max: REMEMBERED });

  return async (tokenHash) => {
    const guess = owners.get(tokenHash);
    const [credential, guessed] = await Promise.all([
      find(tokenHash),
      guess === undefined ? null : findUser(guess),
    ]);
    if (!credential) {
      owners.delete(tokenHash);
      return null;
    }
    const owner = credential.userId.toHexString();
    if (owner === guess) return { credential, user: guessed };
    owners.set(tokenHash, owner);
    return { credential, user: await findUser(owner) };
  };
}
