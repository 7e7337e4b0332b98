import { AppError } from './app-error.ts';

export interface BoundedQueueOptions {
  /** How many pieces of work run at the same time. */
  readonly lanes: number;
  /** How many may wait; further ones are refused. */
  readonly waiting: number;
  /** Seconds, in the error of a refused one. */
  readonly retryAfter: number;
}

/** Runs work of other threads: a bounded number at once, in the order of arrival. */
export interface BoundedQueue {
  /** Throws `UNAVAILABLE` with `retryAfter` when too many wait. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** For metrics. */
  state(): QueueState;
}

export interface QueueState {
  /** How many pieces of work run now. */
  readonly running: number;
  readonly waiting: number;
  /** How many were refused since the start. */
  readonly refused: number;
}

export function createBoundedQueue({
  lanes,
  waiting: mostWaiting,
  retryAfter,
}: BoundedQueueOptions): BoundedQueue {
  const waiting: (() => void)[] = [];
  let busy = 0;
  let refused = 0;
  return {
    async take(work) {
      if (busy >= lanes) {
        if (waiting.length >= mostWaiting) {
          refused++;
          throw new AppError('UNAVAILABLE', { retryAfter });
        }
        // A finished piece of work passes its lane on, so `busy` does not change.
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
    state: () => ({ running: busy, waiting: waiting.length, refused }),
  };
}
