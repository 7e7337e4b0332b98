import type { Db } from 'mongodb';
import type { Bench } from '../bench.ts';
import { measured, timed, type Cell } from './rounds.ts';
import { EXPIRIES, MINUTE_MS, type Stored } from './two-forms.ts';

/** One in `EXPIRIES` sessions expires in each round. The cost is that of one removed session. */
export async function measureSweeps(bench: Bench, db: Db, stored: Stored, sessions: number): Promise<Cell[]> {
  const first = stored.session(0, 0).expires.getTime();
  const cell = (form: string, run: Cell['run']): Cell => ({
    group: 'sweep',
    name: `sweep, each session: ${form}`,
    callers: 1,
    run,
    rounds: [],
  });
  const expired = (round: number) => ({ $lte: new Date(first + round * MINUTE_MS) });
  const pull = (round: number) =>
    stored.withEntries.updateMany(
      { 'sessions.expires': expired(round) },
      { $pull: { sessions: { expires: expired(round) } } },
    );
  const rows = cell('rows, by the TTL index', (round) =>
    stored.sessions.deleteMany({ expires: expired(round) }),
  );
  const scanned = cell('entries, by a scan of all users', pull);
  const indexed = cell('entries, by an index of their expiry', pull);
  const runs = async (cells: readonly Cell[], from: number) => {
    for (let round = from; round < from + 3; round++)
      for (const each of cells)
        each.rounds.push(await measured(bench, db, sessions / EXPIRIES, () => timed(() => each.run(round))));
  };
  await runs([rows, scanned], 0);
  await stored.withEntries.createIndex({ 'sessions.expires': 1 }, { name: 'sessions_expires' });
  await runs([indexed], 3);
  await stored.withEntries.dropIndex('sessions_expires');
  return [rows, scanned, indexed];
}
