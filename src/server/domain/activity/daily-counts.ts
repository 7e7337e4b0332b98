import { DAY_MS } from '../../../shared/limits.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/** The beginning of a day (UTC). */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** The upsert that counts something. */
export function dailyCountUpdate({
  kind,
  method = '',
  at,
}: {
  readonly kind: DailyCountDocument['kind'];
  readonly method?: string;
  readonly at: Date;
}) {
  const day = dayOf(at);
  return {
    filter: { _id: `${day.toISOString().slice(0, 10)} ${kind} ${method}` },
    update: { $inc: { count: 1 }, $setOnInsert: { day, kind, method } },
  };
}

/**
 * Counts something for the overview of administrators. It never fails, and a crash right before it loses one count: these numbers show a
 * trend, and nothing is decided by them.
 */
export async function countOnDay(
  { collections, log }: Pick<Dependencies, 'collections' | 'log'>,
  { kind, method = '', at }: { kind: DailyCountDocument['kind']; method?: string; at: Date },
): Promise<void> {
  const { filter, update } = dailyCountUpdate({ kind, method, at });
  try {
    // Of two first counts at once, MongoDB repeats the one that finds the row of the other.
    await collections.dailyCounts.updateOne(filter, update, { upsert: true });
  } catch (error) {
    log.warn({ err: error, kind }, 'not counted for the overview');
  }
}
