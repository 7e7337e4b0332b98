import { afterAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database/database.ts';
import { startSweeper, sweepExpired } from './sweeper.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

const database = await createTestDatabase();
afterAll(() => database.drop());

it.each([
  [
    'exactly the documents that a TTL index defines as expired',
    { expireAfterSeconds: 60 },
    [
      { name: 'long expired', expires: secondsAgo(3600) },
      { name: 'just expired', expires: secondsAgo(60) },
      { name: 'a second left', expires: secondsAgo(59) },
      { name: 'no date', expires: 'yesterday' },
      { name: 'no field' },
    ],
    ['a second left', 'no date', 'no field'],
  ],
  [
    'only what the partial filter of the index includes',
    { expireAfterSeconds: 0, partialFilterExpression: { state: { $eq: 'open' } } },
    [
      { name: 'open', state: 'open', expires: secondsAgo(1) },
      { name: 'kept', state: 'kept', expires: secondsAgo(1) },
    ],
    ['kept'],
  ],
  ['nothing by an index without an expiry', {}, [{ name: 'a', expires: secondsAgo(1) }], ['a']],
])('the sweeper removes %s', async (_what, options, documents, left) => {
  const things = database.db.collection('things');
  await things.drop();
  await things.createIndex({ expires: 1 }, options);
  await things.insertMany(documents);
  expect(await sweepExpired(database.db, NOW)).toBe(documents.length - left.length);
  const remaining = await things.find().sort({ name: 1 }).toArray();
  expect(remaining.map(({ name }) => name as unknown)).toEqual(left);
});

it('the sweeper runs at its interval until it is stopped', async () => {
  const ticks = database.db.collection('ticks');
  await ticks.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  await ticks.insertOne({ at: secondsAgo(1) });
  const warn = vi.fn();
  const sweeper = startSweeper(database.db, { log: { warn }, now: () => NOW, intervalMs: 5 });
  await expect.poll(() => ticks.countDocuments()).toBe(0);
  await sweeper.stop();
  await ticks.insertOne({ at: secondsAgo(1) });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await ticks.countDocuments()).toBe(1);
  expect(warn).not.toHaveBeenCalled();
});

it('the sweeper logs a failed sweep and continues', async () => {
  const other = await createTestDatabase();
  await other.drop();
  const warn = vi.fn();
  const sweeper = startSweeper(other.db, { log: { warn }, intervalMs: 5 });
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1);
  await sweeper.stop();
});
