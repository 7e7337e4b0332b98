import { count } from '../../formats.ts';
import { visitorsOf } from '../../seeds/people.ts';
import type { Bench, Plan } from '../bench.ts';
import { readCells, READERS } from './checks.ts';
import { costOf, type OneReadMeasurement } from './costs.ts';
import { measureHotPerson } from './hot-person.ts';
import { eachOf, READ_ROUNDS, readRound, WRITE_ROUNDS, writeRound, WRITES } from './rounds.ts';
import { measureSweeps } from './sweeps.ts';
import { bytesOf, seed } from './two-forms.ts';
import { writeCells } from './writes.ts';

const SESSIONS_EACH = [1, 3, 20];

/**
 * Compares today's check of a session (two finds at once, row and user) with one find of a user that has its sessions, and what each costs to write. See
 * docs/decisions/052.
 */
export async function measureOneRead(bench: Bench, plan: Plan): Promise<OneReadMeasurement[]> {
  const people = plan.comparedSize;
  const measurements: OneReadMeasurement[] = [];
  for (const sessionsEach of SESSIONS_EACH) {
    const { db } = bench.database.use(`one_read_${sessionsEach}`);
    bench.say(`one read: seeding ${count(people)} people with ${sessionsEach} sessions each`);
    const stored = await seed(db, people, sessionsEach);
    const bytes = await bytesOf(db, stored);
    const reads = readCells(db, stored);
    // Everybody visits once, so that the cache of the engine holds the same of each.
    const visitors = visitorsOf(people, { most: 10_000 });
    for (const { run } of reads.filter(({ callers }) => callers === Math.max(...READERS)))
      await eachOf(visitors, Math.max(...READERS), run);
    for (let round = 0; round < READ_ROUNDS; round++) {
      bench.say(`one read: ${sessionsEach} sessions each, reads, round ${round + 1} of ${READ_ROUNDS}`);
      for (const cell of bench.shuffle(reads)) cell.rounds.push(await readRound(bench, db, cell, visitors));
    }
    // Every write has a person of its own.
    const writes = writeCells(stored, sessionsEach);
    const order = visitorsOf(people);
    const each = Math.min(WRITES, Math.floor(people / (writes.length * (WRITE_ROUNDS + 1))));
    for (let round = -1; round < WRITE_ROUNDS; round++) {
      bench.say(`one read: ${sessionsEach} sessions each, writes, round ${round + 1} of ${WRITE_ROUNDS}`);
      for (const cell of bench.shuffle(writes)) {
        const written = await writeRound(bench, db, cell, order.splice(0, each));
        // The first one warms up.
        if (round >= 0) cell.rounds.push(written);
      }
    }
    bench.say(`one read: ${sessionsEach} sessions each, sweeps and a person with many sessions`);
    const sweeps = await measureSweeps(bench, db, stored, people * sessionsEach);
    const hot = await measureHotPerson(bench, db, stored);
    const costs = [...reads, ...writes, ...sweeps, ...hot];
    measurements.push({ people, sessionsEach, costs: costs.map((cell) => costOf(cell, costs)), bytes });
    await db.dropDatabase();
  }
  return measurements;
}
