import type { Db } from 'mongodb';
import { SECOND_MS, MINUTE_MS } from '../../shared/limits.ts';
import type { Log } from '../log/log-lines.ts';

export const CLOCK_COMPARED_EVERY_MS = MINUTE_MS;
const CLOCK_DIFFERENCE_MAX_MS = 5 * SECOND_MS;

/** A process whose clock differs from the database's refuses fresh codes and sessions of others. */
export interface DatabaseClock {
  /** How far this process is ahead, at least, in seconds; negative: behind. `null`: not known. */
  aheadSeconds(): number | null;
  /** Asks the database, at most each `CLOCK_COMPARED_EVERY_MS`. Never rejects. */
  compare(): Promise<void>;
}

export function createDatabaseClock({
  db,
  log,
  now,
}: {
  readonly db: Db;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
}): DatabaseClock {
  let comparedAt: number | null = null;
  let comparing = Promise.resolve();
  let aheadMs: number | null = null;

  async function compare(): Promise<void> {
    try {
      const sentAt = now().getTime();
      // Without a collection, so no privilege is needed. `hello` of the embedded engine tells no time.
      const [answer] = await db.aggregate<{ time: Date }>([{ $documents: [{ time: '$$NOW' }] }]).toArray();
      const answeredAt = now().getTime();
      const time = answer?.time.getTime() ?? sentAt;
      // The database read its clock between the two moments, so a slow answer is no difference.
      aheadMs = Math.max(0, sentAt - time) + Math.min(0, answeredAt - time);
    } catch (error) {
      aheadMs = null;
      log.warn({ err: error }, 'the clock could not be compared with the clock of the database');
      return;
    }
    if (Math.abs(aheadMs) > CLOCK_DIFFERENCE_MAX_MS)
      log.warn(
        { aheadSeconds: aheadMs / SECOND_MS },
        'the clock of this process differs from the clock of the database',
      );
  }

  return {
    aheadSeconds: () => (aheadMs === null ? null : aheadMs / SECOND_MS),
    compare() {
      const time = now().getTime();
      const age = comparedAt === null ? null : time - comparedAt;
      // The clock may have been set back.
      if (age === null || age < 0 || age >= CLOCK_COMPARED_EVERY_MS) {
        comparedAt = time;
        comparing = compare();
      }
      return comparing;
    },
  };
}
