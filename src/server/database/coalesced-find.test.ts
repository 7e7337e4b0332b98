import { ObjectId, type Collection } from 'mongodb';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/app/database.ts';
import { coalesceFind } from './coalesced-find.ts';

interface Row {
  readonly _id: ObjectId;
  readonly key: string;
  readonly value: number;
}

/** Rows `k0`, `k1`, …; `filters` are the finds that reached the database. */
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
  const listened = new Proxy(collection, {
    get(target, name) {
      if (name !== 'find') return Reflect.get(target, name) as unknown;
      return (...args: Parameters<typeof target.find>) => {
        filters.push(args[0]);
        return target.find(...args);
      };
    },
  });
  const find = coalesceFind<Row>(listened, 'key', ({ key }) => key);
  return { collection, filters, find, [Symbol.asyncDispose]: () => database.drop() };
}

test('look-ups of one turn are one find, each with its own answer', async () => {
  await using rows = await open(3);
  const found = await Promise.all(['k2', 'absent', 'k0', 'k2'].map(rows.find));
  expect(found.map((row) => row?.value ?? null)).toEqual([2, null, 0, 2]);
  expect(rows.filters).toEqual([{ key: { $in: ['k2', 'absent', 'k0'] } }]);
});

test('a lone look-up is a plain equality', async () => {
  await using rows = await open(1);
  expect((await rows.find('k0'))?.value).toBe(0);
  expect(rows.filters).toEqual([{ key: 'k0' }]);
});

test('more than a first batch, and more than one find may hold, all come back', async () => {
  await using rows = await open(2500);
  const found = await Promise.all(Array.from({ length: 2500 }, (_, value) => rows.find(`k${value}`)));
  expect(found.every((row, value) => row?.value === value)).toBe(true);
  expect(rows.filters).toHaveLength(3);
});

test('a look-up sees what was written before it, also while an earlier one is under way', async () => {
  await using rows = await open(50);
  for (let value = 0; value < 50; value++) {
    const before = rows.find(`k${value}`);
    const remove = rows.collection.deleteOne({ key: `k${value}` }).then(() => rows.find(`k${value}`));
    const [, after] = await Promise.all([before, remove]);
    expect(after, `k${value} was deleted before it was asked for`).toBeNull();
  }
});

test('a failure reaches everybody who waits, and the next look-up starts anew', async () => {
  let away = true;
  await using rows = await open(2);
  const find = coalesceFind<Row>(
    {
      find: (...args: Parameters<Collection<Row>['find']>) => {
        if (away) throw new Error('away');
        return rows.collection.find(...args);
      },
    } as Collection<Row>,
    'key',
    ({ key }) => key,
  );
  const failed = await Promise.allSettled([find('k0'), find('k1')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect((await find('k0'))?.value).toBe(0);
});
