import { ObjectId, type Collection, type Db, type Document } from 'mongodb';
import { isListed } from '../../../src/server/domain/rules/session-liveness.ts';
import type { Cell } from './rounds.ts';
import type { Stored, UserWithEntries } from './two-forms.ts';

export const READERS = [1, 8, 32];

/** Joins the look-ups of one turn of the event loop, as `coalesced-find.ts` does, whatever sends them. */
function joinByTurn<T>(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, T>> } | null = null;
  return async (key: string): Promise<T | undefined> => {
    if (!next) {
      const keys = new Set<string>();
      const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
        next = null;
        return read([...keys]);
      });
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}

type Send = <T extends Document>(
  collection: Collection<T>,
  field: string,
  values: readonly unknown[],
  projection?: Document,
) => Promise<T[]>;

const filterOf = (field: string, values: readonly unknown[]): Document => ({
  [field]: values.length === 1 ? values[0] : { $in: values },
});

const sendFind: Send = async <T extends Document>(
  collection: Collection<T>,
  field: string,
  values: readonly unknown[],
  projection?: Document,
) => {
  const options = { batchSize: values.length + 1, ...(projection ? { projection } : {}) };
  return (await collection.find(filterOf(field, values) as never, options).toArray()) as T[];
};

function sendCommandTo(db: Db): Send {
  return async <T extends Document>(
    collection: Collection<T>,
    field: string,
    values: readonly unknown[],
    projection?: Document,
  ) => {
    const reply = await db.command({
      find: collection.collectionName,
      filter: filterOf(field, values),
      limit: values.length,
      singleBatch: true,
      ...(projection ? { projection } : {}),
    });
    return (reply['cursor'] as { readonly firstBatch: T[] }).firstBatch;
  };
}

/** A check as today: both documents at once, because the process knows the user of the session. */
function twoReads({ users, sessions, session, person }: Stored, send: Send) {
  const findSession = joinByTurn(async (hashes) => {
    const rows = await send(sessions, 'sessionToken', hashes);
    return new Map(rows.map((row) => [row.sessionToken, row]));
  });
  const findUser = joinByTurn(async (ids) => {
    const found = await send(users, '_id', ids.map(ObjectId.createFromHexString));
    return new Map(found.map((user) => [user._id.toHexString(), user]));
  });
  return async (number: number, index: number) => {
    const [row, user] = await Promise.all([
      findSession(session(number, index).sessionToken),
      findUser(person(number).id.toHexString()),
    ]);
    if (!row || !user || !isListed(row, user)) throw new Error('a session was not found');
  };
}

/**
 * A check by one read. `isWhole`: the document with all its sessions. Else only the first one that matches comes back, so two sessions of one person in
 * one find need a second find. (A projection that excludes fields takes no `$filter`, and one that names every field a check needs would forget the next one.)
 */
function oneRead({ withEntries, session }: Stored, send: Send, { isWhole }: { readonly isWhole: boolean }) {
  const read = async (hashes: readonly string[]): Promise<Map<string, UserWithEntries>> => {
    const projection = {
      absent: 0,
      sessions: { $elemMatch: filterOf('tokenHash', hashes) },
    };
    const users = await send(
      withEntries,
      'sessions.tokenHash',
      hashes,
      ...(isWhole ? [] : ([projection] as const)),
    );
    const found = new Map(
      users.flatMap((user) => user.sessions.map(({ tokenHash }) => [tokenHash, user] as const)),
    );
    const missing = isWhole || hashes.length === 1 ? [] : hashes.filter((hash) => !found.has(hash));
    for (const hash of missing) for (const [key, user] of await read([hash])) found.set(key, user);
    return found;
  };
  const find = joinByTurn(read);
  return async (number: number, index: number) => {
    const hash = session(number, index).sessionToken;
    const user = await find(hash);
    if (!user?.sessions.some(({ tokenHash }) => tokenHash === hash))
      throw new Error('a session was not found');
  };
}

export function readCells(db: Db, stored: Stored): Cell[] {
  const command = sendCommandTo(db);
  const ways = {
    'two reads, command': twoReads(stored, command),
    'two reads, find()': twoReads(stored, sendFind),
    'one read, command, $elemMatch': oneRead(stored, command, { isWhole: false }),
    'one read, find(), $elemMatch': oneRead(stored, sendFind, { isWhole: false }),
    'one read, command, all sessions': oneRead(stored, command, { isWhole: true }),
  };
  return READERS.flatMap((callers) =>
    Object.entries(ways).map(([name, check]) => ({
      group: `check ${callers}`,
      name: `check: ${name}`,
      callers,
      run: (person: number) => check(person, 0),
      rounds: [],
    })),
  );
}
