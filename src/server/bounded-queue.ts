import { AppError } from './app-error.ts';

export interface BoundedQueueOptions {
  /** How many work at once. */
  readonly lanes: number;
  /** How many may wait for that; beyond, whoever comes is refused. */
  readonly waiting: number;
  /** Seconds, for whoever is refused. */
  readonly retryAfter: number;
}

/** Does work that is done on other threads, a bounded number at once, first come, first served. */
export interface BoundedQueue {
  /** Throws `UNAVAILABLE` with `retryAfter` when too many wait. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createBoundedQueue({
  lanes,
  waiting: mostWaiting,
  retryAfter,
}: BoundedQueueOptions): BoundedQueue {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return {
    async take(work) {
      if (busy >= lanes) {
        if (waiting.length >= mostWaiting) throw new AppError('UNAVAILABLE', { retryAfter });
        // Whoever ends hands its place on, so `busy` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else busy++;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy--;
      }
    },
  };
}
