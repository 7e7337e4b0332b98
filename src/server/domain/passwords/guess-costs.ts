import { HOUR_MS } from '../../../shared/limits.ts';

/** The checks of a kind of hash that count, and for how long they count (decision 066). */
export const GUESS_COST_SAMPLES = 20;
export const GUESS_COST_KEPT_MS = HOUR_MS;
/** The most expensive imported hash needs about a second (decision 035), and more on a slow machine. */
export const GUESS_PADDING_MAX_MS = 3000;
/** The weight of one check in the average cost. */
const GUESS_PRICE_WEIGHT = 0.05;

/**
 * A busy machine does not change CPU times. No account is named, so nobody learns whose hash was imported.
 */
export interface GuessCosts {
  /** `kind`: algorithm and parameters of the hash, or `null` for today's. `cpuMs`: the time of one check. */
  add(kind: string | null, cpuMs: number): void;
  /** Whether a check of a hash with the current parameters was added. */
  knowsOwn(): boolean;
  /** The CPU time, in milliseconds, of the most expensive kind that was checked lately. */
  paddingMs(): number;
  /** How many checks of current hashes an average check costs: a whole number, at least 1. */
  price(): number;
}

interface Kind {
  readonly cpuMs: readonly number[];
  readonly checkedAt: number;
}

export function createGuessCosts(now: () => number = () => performance.now()): GuessCosts {
  const kinds = new Map<string | null, Kind>();
  let averageCost = 1;

  const isKept = ({ checkedAt }: Kind) => now() - checkedAt < GUESS_COST_KEPT_MS;
  const ownMs = () => {
    const own = kinds.get(null);
    return own ? highPercentile(own.cpuMs) : 0;
  };

  return {
    add(kind, cpuMs) {
      const { cpuMs: earlier } = kinds.get(kind) ?? { cpuMs: [] };
      kinds.set(kind, { cpuMs: [...earlier.slice(1 - GUESS_COST_SAMPLES), cpuMs], checkedAt: now() });
      const cost = kind === null || ownMs() === 0 ? 1 : Math.max(1, cpuMs / ownMs());
      averageCost += (cost - averageCost) * GUESS_PRICE_WEIGHT;
      // The kind of current hashes is never forgotten.
      for (const [each, state] of kinds) if (each !== null && !isKept(state)) kinds.delete(each);
    },
    knowsOwn: () => kinds.has(null),
    paddingMs() {
      const kept = [...kinds].filter(([kind, state]) => kind === null || isKept(state));
      const highest = Math.max(0, ...kept.map(([, { cpuMs }]) => highPercentile(cpuMs)));
      return Math.min(highest, GUESS_PADDING_MAX_MS);
    },
    price: () => Math.round(averageCost),
  };
}

/** The 90th percentile, so that one slow check does not count. */
function highPercentile(cpuMs: readonly number[]): number {
  const sorted = cpuMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}
