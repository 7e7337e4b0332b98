import { LRUCache } from 'lru-cache';
import { ObjectId, type WithId } from 'mongodb';
import { coalesceFind } from './coalesced-find.ts';
import type { AccessTokenDocument, Collections, SessionDocument } from './collections.ts';
import type { UserDocument } from './user-documents.ts';

interface StoredCredential<T> {
  readonly credential: T;
  /** `null`: the user no longer exists. */
  readonly user: UserDocument | null;
}

type Find<T> = (tokenHash: string) => Promise<StoredCredential<T> | null>;

interface Readers {
  readonly sessions: Find<SessionDocument>;
  readonly accessTokens: Find<AccessTokenDocument>;
}

/** About 10 MB. */
const CACHED_OWNERS = 50_000;
const readersOf = new WeakMap<Collections, Readers>();

/**
 * The owner of a credential never changes, so its id is cached, to read both documents at once. Both come
 * from the database each time, so a revocation in another process takes effect on the next request.
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
  const owners = new LRUCache<string, string>({ max: CACHED_OWNERS });

  return async (tokenHash) => {
    const cachedOwner = owners.get(tokenHash);
    const [credential, cachedUser] = await Promise.all([
      find(tokenHash),
      cachedOwner === undefined ? null : findUser(cachedOwner),
    ]);
    if (!credential) {
      owners.delete(tokenHash);
      return null;
    }
    const owner = credential.userId.toHexString();
    if (owner === cachedOwner) return { credential, user: cachedUser };
    owners.set(tokenHash, owner);
    return { credential, user: await findUser(owner) };
  };
}
