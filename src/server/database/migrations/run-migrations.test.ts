import { readdir } from 'node:fs/promises';
import { ObjectId } from 'mongodb';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { MIGRATION_LEASE_MS } from './lease.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { collectionsOf, type Collections } from '../collections.ts';
import { MIGRATIONS } from './list.ts';
import type { Migration } from './migration.ts';
import { createMigrations, type Migrations } from './run-migrations.ts';
import { storedMigration } from './stored-version.ts';

let database: TestDatabase;
let collections: Collections;
let offset: number;
beforeEach(async () => {
  database = await createTestDatabase();
  collections = collectionsOf(database.db);
  offset = 0;
  // Rows of the previous version have only a name.
  await things().insertMany(
    Array.from({ length: 7 }, (_, index) => ({ _id: new ObjectId(), name: `Name ${index}` })),
  );
});
afterEach(() => database.drop());

const things = () =>
  database.db.collection<{ _id: ObjectId; name: string; key?: string; times?: number }>('things');
const now = () => new Date(Date.now() + offset);
const stored = async (id = 1) => collections.migrations.findOne({ _id: id });

/** Two rows per batch. Each row counts how often it was written. */
function addKeys(change: Partial<Migration> = {}): Migration {
  return {
    id: 1,
    name: 'keys of things',
    mustComeFirst: true,
    async runBatch(_context, progress) {
      const after = progress?.['after'] as ObjectId | undefined;
      const rows = await things()
        .find(after ? { _id: { $gt: after } } : {})
        .sort({ _id: 1 })
        .limit(2)
        .toArray();
      for (const { _id, name } of rows)
        await things().updateOne(
          { _id, key: { $exists: false } },
          { $set: { key: name.toLowerCase() }, $inc: { times: 1 } },
        );
      const last = rows.at(-1);
      return last ? { after: last._id } : null;
    },
    ...change,
  };
}

function startProcess(list: readonly Migration[]): Migrations {
  return createMigrations({ collections, now, log: pino({ level: 'silent' }) }, list);
}

/** Pauses before batch number `batchNumber` until `release` is called. */
function pausedMigration(batchNumber: number) {
  const gate = { reach: () => {}, release: () => {} };
  const reached = new Promise<void>((resolve) => (gate.reach = resolve));
  const released = new Promise<void>((resolve) => (gate.release = resolve));
  const unpaused = addKeys();
  let batches = 0;
  const migration = addKeys({
    async runBatch(context, progress) {
      batches++;
      if (batches === batchNumber) {
        gate.reach();
        await released;
      }
      return unpaused.runBatch(context, progress);
    },
  });
  return { migration, reached, release: () => gate.release() };
}

async function expectAllMigratedOnce(): Promise<void> {
  const rows = await things().find().toArray();
  expect(rows.map(({ key, times }) => [key, times])).toEqual(rows.map(({ name }) => [name.toLowerCase(), 1]));
}

describe('one process', () => {
  it('runs a migration once, in batches', async () => {
    const migrations = startProcess([addKeys()]);
    expect(migrations.waitingFor()).toBe('database migration 1 (keys of things) has to be done first');
    expect(await migrations.runDue()).toBe('done');
    expect(migrations.waitingFor()).toBeNull();
    await expectAllMigratedOnce();
    expect(await stored()).toMatchObject({
      name: 'keys of things',
      batches: 5,
      progress: null,
      doneAt: expect.any(Date),
    });

    await things().updateMany({}, { $unset: { key: '' } });
    const restarted = startProcess([addKeys()]);
    expect(await restarted.runDue()).toBe('done');
    expect(await things().countDocuments({ key: { $exists: true } })).toBe(0);
  });

  it('runs several in the order of their numbers, and waitingFor names only those that must come first', async () => {
    const order: number[] = [];
    const recordingMigration = (id: number, mustComeFirst: boolean): Migration => ({
      id,
      name: `number ${id}`,
      mustComeFirst,
      runBatch: () => {
        order.push(id);
        return Promise.resolve(null);
      },
    });
    const background = pausedMigration(1);
    const migrations = startProcess([
      recordingMigration(1, true),
      recordingMigration(2, true),
      { ...background.migration, id: 3, mustComeFirst: false },
    ]);
    expect(migrations.waitingFor()).toContain('number 1');
    const running = migrations.runDue();
    await background.reached;
    expect(order).toEqual([1, 2]);
    expect(migrations.waitingFor()).toBeNull();
    background.release();
    expect(await running).toBe('done');
  });

  it('reports a failed migration and repeats it from the failed batch', async () => {
    let isBroken = true;
    const unpaused = addKeys();
    let batches = 0;
    const migrations = startProcess([
      addKeys({
        runBatch(context, progress) {
          batches++;
          if (isBroken && batches === 3) throw new Error('no such thing');
          return unpaused.runBatch(context, progress);
        },
      }),
    ]);
    await expect(migrations.runDue()).rejects.toThrow('no such thing');
    expect(migrations.waitingFor()).toBe(
      'database migration 1 (keys of things) has failed and is tried again; the log says why',
    );
    expect(await stored()).toMatchObject({ doneAt: null, batches: 2 });

    isBroken = false;
    expect(await migrations.runDue()).toBe('done');
    expect(migrations.waitingFor()).toBeNull();
    await expectAllMigratedOnce();
    // Two batches before the failure, the failed one, and three after it.
    expect(batches).toBe(6);
  });

  it('stops after the running batch when the process ends, and the next process continues at once', async () => {
    const held = pausedMigration(2);
    const stop = startProcess([held.migration]).start();
    await held.reached;
    const stopping = stop();
    held.release();
    await stopping;
    expect(await stored()).toMatchObject({ doneAt: null, batches: 2 });

    expect(await startProcess([addKeys()]).runDue()).toBe('done');
    await expectAllMigratedOnce();
  });
});

describe('several processes', () => {
  it('run a migration once when they start together', async () => {
    const runs: number[] = [];
    const unpaused = addKeys();
    const processes = Array.from({ length: 5 }, (_, process) =>
      startProcess([
        addKeys({
          runBatch(context, progress) {
            if (progress === null) runs.push(process);
            return unpaused.runBatch(context, progress);
          },
        }),
      ]),
    );
    const states = await Promise.all(processes.map((migrations) => migrations.runDue()));
    expect(runs).toHaveLength(1);
    expect(states).toContain('done');
    await expectAllMigratedOnce();
    for (const migrations of processes) expect(await migrations.runDue()).toBe('done');
    expect(runs).toHaveLength(1);
  });

  it('wait for the process that has the lease, and continue from its last batch after it was killed', async () => {
    const killed = pausedMigration(3);
    void startProcess([killed.migration]).runDue();
    await killed.reached;
    const next = startProcess([addKeys()]);
    expect(await next.runDue()).toBe('held');
    expect(next.waitingFor()).toContain('keys of things');

    offset += MIGRATION_LEASE_MS + 1;
    const before = await stored();
    expect(await next.runDue()).toBe('done');
    await expectAllMigratedOnce();
    expect(before).toMatchObject({ batches: 2 });
    expect(await stored()).toMatchObject({ batches: 5 });
  });

  it('stop after a pause longer than the lease, without a change to the work of the next process', async () => {
    const slow = pausedMigration(2);
    const late = startProcess([slow.migration]);
    const running = late.runDue();
    await slow.reached;
    offset += MIGRATION_LEASE_MS + 1;
    const next = pausedMigration(2);
    const runningNext = startProcess([next.migration]).runDue();
    await next.reached;
    const before = await stored();

    slow.release();
    expect(await running).toBe('held');
    expect(await stored()).toEqual(before);
    expect(late.waitingFor()).not.toBeNull();

    next.release();
    expect(await runningNext).toBe('done');
    expect(await late.runDue()).toBe('done');
    expect(late.waitingFor()).toBeNull();
    await expectAllMigratedOnce();
  });

  it('repeat a migration for repeatForMs, for rows of the previous version', async () => {
    const migration = addKeys({ repeatForMs: HOUR_MS });
    const migrations = startProcess([migration]);
    expect(await migrations.runDue()).toBe('repeats');
    const { doneAt } = (await stored()) ?? {};
    await things().insertOne({ _id: new ObjectId(), name: 'Late' });
    expect(await migrations.runDue()).toBe('repeats');
    expect(await things().countDocuments({ key: { $exists: false } })).toBe(1);

    offset += MINUTE_MS + 1;
    expect(await startProcess([migration]).runDue()).toBe('repeats');
    await expectAllMigratedOnce();
    expect(await stored()).toMatchObject({ doneAt });

    await things().insertOne({ _id: new ObjectId(), name: 'Too late' });
    offset += HOUR_MS;
    expect(await migrations.runDue()).toBe('done');
    expect(await things().countDocuments({ key: { $exists: false } })).toBe(1);
  });
});

it('the loop of start() waits for another process, and ends when all migrations are done', async () => {
  const first = pausedMigration(2);
  const endFirst = startProcess([first.migration]).start();
  await first.reached;
  const second = startProcess([addKeys()]);
  const endSecond = second.start();
  expect(second.waitingFor()).toContain('keys of things');
  first.release();
  await vi.waitUntil(() => second.waitingFor() === null);
  await expectAllMigratedOnce();
  await Promise.all([endFirst(), endSecond()]);
});

it('a database of an older version is told from one on which all migrations are done', async () => {
  const list = [addKeys()];
  expect(await storedMigration(collections, list)).toEqual({ latest: 0, isDone: false });
  await startProcess(list).runDue();
  expect(await storedMigration(collections, list)).toEqual({ latest: 1, isDone: true });
});

it('the released migrations have the numbers 1, 2, 3, … of their files', async () => {
  expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  const files = (await readdir(new URL('.', import.meta.url))).filter((file) =>
    /^\d{3}-(?!.*\.test\.ts$)/.test(file),
  );
  expect(files.map((file) => Number(file.slice(0, 3))).toSorted((a, b) => a - b)).toEqual(
    MIGRATIONS.map(({ id }) => id),
  );
});
