import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import {
  PROOF_OF_WORK_LEVELS,
  type STRANGER_ACTS,
  STRANGER_SUM_MEMORY_MS,
  STRANGER_SUM_SHARDS,
  STRANGER_SUM_SLOT_MS,
  STRANGER_SUM_WINDOW_MS,
} from '../../../shared/limits.ts';
import type { Collections } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';

/** What strangers do that costs something or may be guessing. Each has a sum of its own. */
export type StrangerAction = keyof typeof STRANGER_ACTS;

/** How many acts of strangers a window may have before they cost work. */
export interface StrangerBound {
  /** Unproven acts that are always free. */
  readonly free: number;
  /** Further free ones for each act that was proven honest, so that the bound grows with a site's real traffic. */
  readonly perProven: number;
  /** The bound never grows beyond this. */
  readonly freeAtMost: number;
}

export interface StrangerSums {
  /** 0 while strangers' acts are free; from 1 on each level is a price twice as high as the one below. */
  levelOf(action: StrangerAction): Promise<number>;
  /** Counts an act that was let through. */
  count(action: StrangerAction): Promise<void>;
  /** Notes that an act which was counted was honest. */
  countProven(action: StrangerAction): Promise<void>;
}

interface Reading {
  acts: number;
  proven: number;
}

/**
 * Sums in the database, shared by all processes. Each sum is spread over `STRANGER_SUM_SHARDS` documents for each minute, so that no document
 * is written by every request; a process reads it once a second at most.
 */
export function createStrangerSums(deps: {
  readonly collections: Pick<Collections, 'rateLimits'>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly bounds: Readonly<Record<StrangerAction, StrangerBound>>;
}): StrangerSums {
  const { rateLimits } = deps.collections;
  const readings = new Map<StrangerAction, { readonly at: number; readonly reading: Promise<Reading> }>();
  const priced = new Set<StrangerAction>();

  async function read(action: StrangerAction, at: number): Promise<Reading> {
    // Documents of a process whose clock is ahead count as well: no process's clock decides alone what belongs to the window.
    const [sum] = await rateLimits
      .aggregate<{ acts: number; proven: number }>([
        { $match: { key: { $regex: `^strangers:${action}:` }, expire: { $gt: new Date(at) } } },
        { $group: { _id: null, acts: { $sum: '$points' }, proven: { $sum: '$proven' } } },
      ])
      .toArray();
    return { acts: sum?.acts ?? 0, proven: sum?.proven ?? 0 };
  }

  /** Callers at once share one read. A failed one is forgotten. */
  function remembered(action: StrangerAction): Promise<Reading> {
    const at = deps.now().getTime();
    const kept = readings.get(action);
    if (kept && Math.abs(at - kept.at) < STRANGER_SUM_MEMORY_MS) return kept.reading;
    const reading = read(action, at);
    readings.set(action, { at, reading });
    reading.catch(() => readings.delete(action));
    return reading;
  }

  async function add(action: StrangerAction, field: 'points' | 'proven'): Promise<void> {
    const slot = Math.floor(deps.now().getTime() / STRANGER_SUM_SLOT_MS);
    const key = `strangers:${action}:${slot}:${randomInt(STRANGER_SUM_SHARDS)}`;
    const expire = new Date((slot + 1) * STRANGER_SUM_SLOT_MS + STRANGER_SUM_WINDOW_MS);
    const write = () =>
      rateLimits.updateOne(
        { key },
        { $inc: { points: 0, proven: 0, [field]: 1 }, $setOnInsert: { expire } },
        { upsert: true },
      );
    // Of two first writes of a document at once, one finds it there and adds to it.
    await write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return write();
    });
  }

  return {
    async levelOf(action) {
      const level = levelOfSum(deps.bounds[action], await remembered(action));
      if (level === 0) priced.delete(action);
      else if (!priced.has(action)) {
        priced.add(action);
        deps.log.warn({ action, level }, 'many acts of strangers: they need a proof of work');
      }
      return level;
    },
    async count(action) {
      const reading = await remembered(action);
      await add(action, 'points');
      reading.acts++;
    },
    async countProven(action) {
      const reading = await remembered(action);
      await add(action, 'proven');
      reading.proven++;
    },
  };
}

function levelOfSum(bound: StrangerBound, { acts, proven }: Reading): number {
  const free = Math.min(bound.free + bound.perProven * proven, bound.freeAtMost);
  const unproven = acts - proven;
  if (unproven < free) return 0;
  const times = Math.max(unproven, 1) / Math.max(free, 1);
  return Math.min(1 + Math.floor(Math.log2(times)), PROOF_OF_WORK_LEVELS);
}
