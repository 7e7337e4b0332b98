import { ObjectId, type Collection } from 'mongodb';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/app/database.ts';
import { coalesceFind } from './coalesced-find.ts';

interface Row {
  readonly _id: ObjectId;
  readonly key: string;
  readonly value: number;
}

/** Creates the rows `k0`, `k1`, …. `filters` collects the filters that reach the database. */
async function open(rows: number) {
  const database = await createTestDatabase();
  const collection: Collection<Row> = database.db.collection('rows');
  await collection.createIndex({ key: 1 }, { unique: true });
  const documents = Array.from({ length: rows }, (_, value) => ({
    _id: new ObjectId(),
    key: `k${value}`,
    value,
  }));
  if (rows > 0) await collection.insertMany(documents);
  const filters: unknown[] = [];
  const observed = new Proxy(collection, {
    get(target, name) {
      if (name !== 'find') return Reflect.get(target, name) as unknown;
      return (...args: Parameters<typeof target.find>) => {
        filters.push(args[0]);
        return target.find(...args);
      };
    },
  });
  const find = coalesceFind<Row>(observed, 'key', ({ key }) => key);
  return { collection, filters, find, [Symbol.asyncDispose]: () => database.drop() };
}

test('look-ups in one turn of the event loop become one find, and each gets its own document', async () => {
  await using rows = await open(3);
  const found = await Promise.all(['k2', 'absent', 'k0', 'k2'].map(rows.find));
  expect(found.map((row) => row?.value ?? null)).toEqual([2, null, 0, 2]);
  expect(rows.filters).toEqual([{ key: { $in: ['k2', 'absent', 'k0'] } }]);
});

test('a single look-up uses an equality filter', async () => {
  await using rows = await open(1);
  expect((await rows.find('k0'))?.value).toBe(0);
  expect(rows.filters).toEqual([{ key: 'k0' }]);
});

test('2,500 look-ups return all documents, in three finds', async () => {
  await using rows = await open(2500);
  const found = await Promise.all(Array.from({ length: 2500 }, (_, value) => rows.find(`k${value}`)));
  expect(found.every((row, value) => row?.value === value)).toBe(true);
  expect(rows.filters).toHaveLength(3);
});

test('a look-up returns the state after earlier writes, also while an earlier look-up runs', async () => {
  await using rows = await open(50);
  for (let value = 0; value < 50; value++) {
    const before = rows.find(`k${value}`);
    const remove = rows.collection.deleteOne({ key: `k${value}` }).then(() => rows.find(`k${value}`));
    const [, after] = await Promise.all([before, remove]);
    expect(after, `k${value} was deleted before its look-up`).toBeNull();
  }
});

test('a failed find rejects all its look-ups, and the next look-up starts a new find', async () => {
  let isUnavailable = true;
  await using rows = await open(2);
  const find = coalesceFind<Row>(
    {
      find: (...args: Parameters<Collection<Row>['find']>) => {
        if (isUnavailable) throw new Error('away');
        return rows.collection.find(...args);
      },
    } as Collection<Row>,
    'key',
    ({ key }) => key,
  );
  const failed = await Promise.allSettled([find('k0'), find('k1')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isUnavailable = false;
  expect((await find('k0'))?.value).toBe(0);
});
