import { randomInt } from 'node:crypto';
import type { Log } from '../../log/log-lines.ts';
import { PROOF_OF_WORK_LEVELS, MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { Collections } from '../../database/collections.ts';
import {
  unknownCallerSumBeginning,
  unknownCallerSumKey,
  type UNKNOWN_CALLER_BOUNDS,
  type UnknownCallerBound,
} from '../rules/counters.ts';
import type { CounterWrite } from './counter-writes.ts';

export const UNKNOWN_CALLER_SUM_WINDOW_MS = 10 * MINUTE_MS;
/** The window rolls by steps of this length. */
export const UNKNOWN_CALLER_SUM_SLOT_MS = MINUTE_MS;
/** Documents over which one minute of a sum is spread. */
export const UNKNOWN_CALLER_SUM_SHARDS = 16;
/** How long a process uses a sum that it has read. It adds its own acts meanwhile. */
export const UNKNOWN_CALLER_SUM_MEMORY_MS = SECOND_MS;

/** What costs money or may be guessing. Each action has its own sum. */
export type UnknownCallerAction = keyof typeof UNKNOWN_CALLER_BOUNDS;

interface UnknownCallerSums {
  /** 0: acts are free. Each level from 1 on needs twice the work of the level below. */
  levelOf(action: UnknownCallerAction): Promise<number>;
  /** Counts an act that is let through, as so many as it costs. */
  actWrite(action: UnknownCallerAction, cost: number): Promise<CounterWrite>;
  /** Counts an act, which was counted before with this cost, as honest. */
  honestWrite(action: UnknownCallerAction, cost: number): Promise<CounterWrite>;
}

interface Reading {
  acts: number;
  honest: number;
}

/** All processes share the sums. The shards let parallel requests write different documents. */
export function createUnknownCallerSums(deps: {
  readonly collections: Pick<Collections, 'rateLimits'>;
  readonly now: () => Date;
  readonly log: Log;
  readonly bounds: Readonly<Record<UnknownCallerAction, UnknownCallerBound>>;
}): UnknownCallerSums {
  const { rateLimits } = deps.collections;
  const readings = new Map<
    UnknownCallerAction,
    { readonly at: number; readonly reading: Promise<Reading> }
  >();
  const priced = new Set<UnknownCallerAction>();

  async function read(action: UnknownCallerAction, at: number): Promise<Reading> {
    // No upper bound of time: documents of a process whose clock is ahead count, too.
    const [sum] = await rateLimits
      .aggregate<{ acts: number; honest: number }>([
        {
          $match: { key: { $regex: `^${unknownCallerSumBeginning(action)}` }, expire: { $gt: new Date(at) } },
        },
        { $group: { _id: null, acts: { $sum: '$points' }, honest: { $sum: '$honest' } } },
      ])
      .toArray();
    return { acts: sum?.acts ?? 0, honest: sum?.honest ?? 0 };
  }

  /** Parallel callers share one read. A failed read is not kept. */
  function cachedReading(action: UnknownCallerAction): Promise<Reading> {
    const at = deps.now().getTime();
    const cached = readings.get(action);
    if (cached && Math.abs(at - cached.at) < UNKNOWN_CALLER_SUM_MEMORY_MS) return cached.reading;
    const reading = read(action, at);
    readings.set(action, { at, reading });
    reading.catch(() => readings.delete(action));
    return reading;
  }

  function sumWrite(action: UnknownCallerAction, field: 'points' | 'honest', cost: number): CounterWrite {
    const slot = Math.floor(deps.now().getTime() / UNKNOWN_CALLER_SUM_SLOT_MS);
    const key = unknownCallerSumKey(action, slot, randomInt(UNKNOWN_CALLER_SUM_SHARDS));
    const expire = new Date((slot + 1) * UNKNOWN_CALLER_SUM_SLOT_MS + UNKNOWN_CALLER_SUM_WINDOW_MS);
    const update = { $inc: { points: 0, honest: 0, [field]: cost }, $setOnInsert: { expire } };
    return { updateOne: { filter: { key }, update, upsert: true } };
  }

  return {
    async levelOf(action) {
      const level = levelOfSum(deps.bounds[action], await cachedReading(action));
      if (level === 0) priced.delete(action);
      else if (!priced.has(action)) {
        priced.add(action);
        deps.log.warn(
          { action, proofOfWorkLevel: level },
          'many acts of unknown callers: they need a proof of work',
        );
      }
      return level;
    },
    async actWrite(action, cost) {
      (await cachedReading(action)).acts += cost;
      return sumWrite(action, 'points', cost);
    },
    async honestWrite(action, cost) {
      (await cachedReading(action)).honest += cost;
      return sumWrite(action, 'honest', cost);
    },
  };
}

function levelOfSum(bound: UnknownCallerBound, { acts, honest }: Reading): number {
  const free = Math.min(bound.free + bound.perHonest * honest, bound.freeAtMost);
  const unverified = acts - honest;
  if (unverified < free) return 0;
  const times = Math.max(unverified, 1) / Math.max(free, 1);
  return Math.min(1 + Math.floor(Math.log2(times)), PROOF_OF_WORK_LEVELS);
}
