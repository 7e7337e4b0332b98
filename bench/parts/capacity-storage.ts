import { randomBytes } from 'node:crypto';
import { ObjectId, type Db, type Document } from 'mongodb';
import { collectionsOf } from '../../src/server/database/collections.ts';
import { ensureIndexes } from '../../src/server/database/indexes.ts';
import { numberEvents } from '../../src/server/domain/event-numbering.ts';
import { EVENT_PARTITIONS } from '../../src/shared/limits.ts';
import { STORED_COLLECTIONS, type CapacityFigures, type StoredCollection } from '../capacity-figures.ts';
import { insertAll } from '../seeds/insert.ts';
import type { Bench } from './bench.ts';
import type { CountedFoyer } from './capacity-operations.ts';
import { PASSWORD, signInByProvider } from './capacity-ways.ts';

const PEOPLE = { full: 20_000, quick: 2000 };
/** Stands for the number of a copy in every text of the person who is copied. */
const NUMBER = '0000000';
/** Tokens, hashes and sealed texts: their copies are other random texts of the same length. */
const RANDOM_TEXT = /[A-Za-z0-9+/_-]{20,}/g;
/** The field that names the person. */
const OWNER: Record<StoredCollection, string> = {
  users: '_id',
  accounts: 'userId',
  sessions: 'userId',
  activity: 'userId',
  events: 'subject',
};

type Stored = Record<StoredCollection, Document[]>;

/**
 * Measures the bytes of a typical person: one who signed up by a provider, set a password, and signed in by mail code on a
 * second device. Their documents are copied, with other ids, names and random texts, because the files of a few documents
 * say nothing about many.
 */
export async function measureStorage(
  bench: Bench,
  counted: CountedFoyer,
  quick: boolean,
): Promise<Omit<CapacityFigures['storage'], 'signIn'>> {
  const people = PEOPLE[quick ? 'quick' : 'full'];
  const person = await documentsOf(counted.foyer.db, await signUp(counted));
  bench.say(`capacity: storing ${people} people`);
  const { db } = bench.database.use('capacity_storage');
  await ensureIndexes(collectionsOf(db));
  const copyOf = createCopying();
  for (const name of STORED_COLLECTIONS) {
    const originals = person[name];
    await insertAll<Document>(db.collection(name), people * originals.length, (index) => {
      const original = originals[index % originals.length] ?? {};
      return copyOf(original, Math.floor(index / originals.length) + 1, index);
    });
  }
  // A checkpoint: before it, a part is only in the cache.
  await db.admin().command({ fsync: 1 });
  const sizes = await Promise.all(
    STORED_COLLECTIONS.map(async (name) => {
      const { count, size, storageSize, totalIndexSize } = (await db.command({ collStats: name })) as Record<
        'count' | 'size' | 'storageSize' | 'totalIndexSize',
        number
      >;
      return [
        name,
        {
          perPerson: person[name].length,
          documentBytes: size / count,
          diskBytes: storageSize / count,
          indexBytes: totalIndexSize / count,
        },
      ] as const;
    }),
  );
  const { wiredTiger } = (await db.command({ collStats: 'users' })) as {
    wiredTiger?: { creationString?: string };
  };
  const [, compressor] = /block_compressor=(\w+)/.exec(wiredTiger?.creationString ?? '') ?? [];
  return {
    people,
    compression: compressor ?? 'none',
    collections: Object.fromEntries(sizes) as CapacityFigures['storage']['collections'],
  };
}

async function signUp({ foyer, provider, mailbox, browser }: CountedFoyer): Promise<ObjectId> {
  const email = `newcomer-${NUMBER}@example.test`;
  const first = browser();
  await signInByProvider(first, provider, {
    subject: `2${NUMBER}`,
    email,
    name: `Newcomer ${NUMBER} of Many`,
  });
  await first.post('/trpc/password.set', { password: PASSWORD });
  const second = browser();
  await second.post('/trpc/session.requestLink', { email });
  await second.post('/trpc/session.signInWithCode', { email, code: mailbox.codeOf(mailbox.last(email)) });
  await numberEvents(foyer.deps, 'bench');
  const user = await foyer.db.collection('users').findOne({ email });
  if (!user) throw new Error('nobody has signed up');
  return user._id;
}

async function documentsOf(db: Db, userId: ObjectId): Promise<Stored> {
  const found = STORED_COLLECTIONS.map(async (name) => {
    const documents = await db
      .collection(name)
      .find({ [OWNER[name]]: userId })
      .toArray();
    if (documents.length === 0) throw new Error(`a new person has nothing in ${name}`);
    return [name, documents] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as unknown as Stored;
}

/** The ids come from two copies of the driver, so `instanceof` does not tell. */
const isId = (value: object): value is ObjectId => 'toHexString' in value;

/** Makes copies. All documents of one copied person have the same ids. */
function createCopying(): (original: Document, number: number, index: number) => Document {
  /** The places of the ids among all ids of the person who is copied. */
  const places = new Map<string, number>();
  const copyId = (hex: string, number: number) => {
    const place = places.get(hex) ?? places.size;
    places.set(hex, place);
    // As new ids do, they rise with the time.
    const time = Number.parseInt(hex.slice(0, 8), 16) + number;
    const [first, second, third] = [time, place, number].map((each) => each.toString(16));
    return ObjectId.createFromHexString(
      `${first?.padStart(8, '0')}${second?.padStart(10, '0')}${third?.padStart(6, '0')}`,
    );
  };
  const copyOf = (value: unknown, number: number): unknown => {
    if (typeof value === 'string')
      return value
        .replaceAll(NUMBER, String(number).padStart(NUMBER.length, '0'))
        .replaceAll(RANDOM_TEXT, ({ length }) => randomBytes(length).toString('base64url').slice(0, length));
    if (value instanceof Date) return new Date(value.getTime() + number);
    if (Array.isArray(value)) return value.map((each) => copyOf(each, number));
    if (typeof value !== 'object' || value === null) return value;
    if (isId(value)) return copyId(value.toHexString(), number);
    if ('_bsontype' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each, number)]));
  };
  return (original, number, index) => {
    const copy = copyOf(original, number) as Document;
    // Events are numbered in their partition, and no two have one number.
    return 'position' in copy ? { ...copy, partition: index % EVENT_PARTITIONS, position: index + 1 } : copy;
  };
}
