import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import type { Collections } from '../../database/collections.ts';
import type { Log } from '../../log/log-lines.ts';

const DAILY_COUNT_SHARDS = 16;

export interface CountDependencies {
  readonly collections: Collections;
  readonly log: Log;
}

/** UTC. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

interface DailyCount {
  readonly kind: DailyCountDocument['kind'];
  readonly method?: string;
  readonly at: Date;
  /** The id of the user, or the address of an unknown caller. */
  readonly by: string;
  /** Default: one. */
  readonly count?: number;
}

export function countShardOf(by: string): number {
  return (createHash('sha256').update(by).digest()[0] ?? 0) % DAILY_COUNT_SHARDS;
}

export function dailyCountUpdate({ kind, method = '', at, by, count = 1 }: DailyCount) {
  const day = dayOf(at);
  return {
    filter: { _id: `${day.toISOString().slice(0, 10)} ${kind} ${method} ${countShardOf(by)}` },
    update: { $inc: { count, [`hours.${at.getUTCHours()}`]: count }, $setOnInsert: { day, kind, method } },
  };
}

/**
 * Never fails. A crash may lose a count. Each day has several documents, so that sign-ins do not all write
 * one.
 */
export async function countOnDay({ collections, log }: CountDependencies, count: DailyCount): Promise<void> {
  const { filter, update } = dailyCountUpdate(count);
  try {
    // Of two parallel first counts, MongoDB repeats the one that finds the row of the other.
    await collections.dailyCounts.updateOne(filter, update, { upsert: true });
  } catch (error) {
    log.warn({ err: error, kind: count.kind }, 'not counted for the overview');
  }
}
