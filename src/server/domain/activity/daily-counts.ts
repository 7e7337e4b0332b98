import { DAY_MS } from '../../../shared/limits.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';

/** The beginning of a day (UTC). */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/**
 * Counts something for the overview of administrators. It never fails, and a crash right before it loses one count: these numbers show a
 * trend, and nothing is decided by them.
 */
export async function countOnDay(
  { collections, log }: Pick<Dependencies, 'collections' | 'log'>,
  { kind, method = '', at }: { kind: DailyCountDocument['kind']; method?: string; at: Date },
): Promise<void> {
  const day = dayOf(at);
  const _id = `${day.toISOString().slice(0, 10)} ${kind} ${method}`;
  const count = () =>
    collections.dailyCounts.updateOne(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { day, kind, method } },
      { upsert: true },
    );
  try {
    // Of two first counts at once, one inserts the row. The other finds it when it tries again.
    await count().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return count();
    });
  } catch (error) {
    log.warn({ err: error, kind }, 'not counted for the overview');
  }
}
