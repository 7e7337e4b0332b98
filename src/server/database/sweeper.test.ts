import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { startSweeper, sweepExpired } from './sweeper.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

describe('the sweeper', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('removes exactly the documents that a TTL index defines as expired', async () => {
    const things = database.db.collection('things');
    await things.createIndex({ expires: 1 }, { expireAfterSeconds: 60 });
    await things.insertMany([
      { name: 'long expired', expires: secondsAgo(3600) },
      { name: 'just expired', expires: secondsAgo(60) },
      { name: 'a second left', expires: secondsAgo(59) },
      { name: 'no date', expires: 'yesterday' },
      { name: 'no field' },
    ]);

    expect(await sweepExpired(database.db, NOW)).toBe(2);

    const remaining = await things.find().sort({ name: 1 }).toArray();
    expect(remaining.map(({ name }) => name)).toEqual(['a second left', 'no date', 'no field']);
  });

  it('applies the partial filter of an index', async () => {
    const drafts = database.db.collection('drafts');
    await drafts.createIndex(
      { at: 1 },
      { expireAfterSeconds: 0, partialFilterExpression: { state: { $eq: 'open' } } },
    );
    await drafts.insertMany([
      { state: 'open', at: secondsAgo(1) },
      { state: 'kept', at: secondsAgo(1) },
    ]);

    await sweepExpired(database.db, NOW);

    expect((await drafts.find().toArray()).map(({ state }) => state)).toEqual(['kept']);
  });

  it('removes nothing for compound indexes and without a TTL index', async () => {
    const notes = database.db.collection('notes');
    await notes.createIndex({ expires: 1, owner: 1 });
    await notes.insertOne({ expires: secondsAgo(1), owner: 'a' });

    await sweepExpired(database.db, NOW);

    expect(await notes.countDocuments()).toBe(1);
  });

  it('runs at its interval until it is stopped', async () => {
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

  it('logs a failed sweep and continues', async () => {
    const other = await createTestDatabase();
    await other.drop();
    const warn = vi.fn();
    const sweeper = startSweeper(other.db, { log: { warn }, intervalMs: 5 });

    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1);
    await sweeper.stop();
  });
});
