import { createHash } from 'node:crypto';
import { DAILY_COUNT_SHARDS, DAY_MS } from '../../../shared/limits.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/** The beginning of a day (UTC). */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** Which of the documents of a day counts what this person or client does. */
export function countShardOf(by: string): number {
  return (createHash('sha256').update(by).digest()[0] ?? 0) % DAILY_COUNT_SHARDS;
}

/**
 * Counts something for the overview of administrators. It never fails, and a crash right before it loses one count: these numbers show a
 * trend, and nothing is decided by them. Each count has `DAILY_COUNT_SHARDS` documents, so that not every sign-in writes the same one.
 *
 * @param by the id of the person; the address of a client that is not known to be anybody
 */
export async function countOnDay(
  { collections, log }: Pick<Dependencies, 'collections' | 'log'>,
  { kind, method = '', at, by }: { kind: DailyCountDocument['kind']; method?: string; at: Date; by: string },
): Promise<void> {
  const day = dayOf(at);
  const _id = `${day.toISOString().slice(0, 10)} ${kind} ${method} ${countShardOf(by)}`;
  try {
    // Of two first counts at once, MongoDB repeats the one that finds the row of the other.
    await collections.dailyCounts.updateOne(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { day, kind, method } },
      { upsert: true },
    );
  } catch (error) {
    log.warn({ err: error, kind }, 'not counted for the overview');
  }
}
