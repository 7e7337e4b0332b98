import { ObjectId, type Db } from 'mongodb';
import { SESSIONS_PER_USER } from '../../../src/shared/limits.ts';
import type { Bench } from '../bench.ts';
import { WRITE_ROUNDS, writeRound, WRITES, type Cell } from './rounds.ts';
import { entryOf, makeSession, userOf, type Stored } from './two-forms.ts';

/** The account of a service with as many sessions as a list holds, all of them noted by parallel requests. */
export async function measureHotPerson(
  bench: Bench,
  db: Db,
  { users, withEntries, sessions, person }: Stored,
): Promise<Cell[]> {
  const now = new Date();
  const owner = { ...person(0), id: new ObjectId() };
  const rows = Array.from({ length: SESSIONS_PER_USER }, (_, index) =>
    makeSession(owner, `hot ${index}`, now),
  );
  // The addresses of the first person are taken.
  const { email: _email, accounts: _accounts, ...user } = userOf(owner, now);
  const plain = { ...user, accounts: [] };
  await users.insertOne({ ...plain, sessions: rows.map(({ _id: id }) => ({ id })) });
  await withEntries.insertOne({ ...plain, sessions: rows.map(entryOf) });
  await sessions.insertMany(rows);
  const rowOf = (call: number) => rows[call % rows.length]?._id ?? owner.id;
  const after = (call: number) => new Date(now.getTime() + call);
  const cells = Object.entries<Cell['run']>({
    today: (call) => sessions.findOneAndUpdate({ _id: rowOf(call) }, { $max: { lastSeenAt: after(call) } }),
    entries: (call) =>
      withEntries.findOneAndUpdate(
        { _id: owner.id, 'sessions.id': rowOf(call) },
        { $max: { 'sessions.$[this].lastSeenAt': after(call) } as never },
        { arrayFilters: [{ 'this.id': rowOf(call) }] },
      ),
  }).map(([form, run]): Cell => {
    const group = `notes of ${SESSIONS_PER_USER} sessions of one person`;
    return { group, name: `${group}: ${form}`, callers: 32, run, rounds: [] };
  });
  for (let round = 0; round < WRITE_ROUNDS; round++) {
    for (const cell of bench.shuffle(cells)) {
      const calls = Array.from({ length: WRITES }, (_, call) => round * WRITES + call + 1);
      cell.rounds.push(await writeRound(bench, db, cell, calls));
    }
  }
  return cells;
}
