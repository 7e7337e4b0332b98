import { AppError } from '../../app-error.ts';
import { currentBudget } from '../../database/request-budget.ts';

interface BoundedQueueOptions {
  readonly concurrency: number;
  /** How many jobs may wait. Further ones are refused. */
  readonly waiting: number;
  /** In seconds, for the error of a refused job. */
  readonly retryAfter: number;
  /** Default: `UNAVAILABLE`. */
  readonly refusal?: 'UNAVAILABLE' | 'RATE_LIMITED';
}

/** Runs work of other threads: a bounded number at once, in the order of arrival. */
export interface BoundedQueue {
  /** Throws the `refusal` when too many wait, or `UNAVAILABLE` when the request's connection has closed. */
  take<T>(work: () => Promise<T>): Promise<T>;
  state(): QueueState;
}

export interface QueueState {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: number;
}

export function createBoundedQueue({
  concurrency,
  waiting: mostWaiting,
  retryAfter,
  refusal = 'UNAVAILABLE',
}: BoundedQueueOptions): BoundedQueue {
  /** In the order of arrival. */
  const waiting = new Set<() => void>();
  let busy = 0;
  let refused = 0;

  function waitForTurn(connectionClosed: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        connectionClosed?.removeEventListener('abort', leave);
        waiting.delete(start);
        resolve();
      };
      const leave = () => {
        waiting.delete(start);
        reject(new AppError('UNAVAILABLE', { retryAfter }));
      };
      waiting.add(start);
      connectionClosed?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async take(work) {
      const connectionClosed = currentBudget()?.connectionClosed;
      if (connectionClosed?.aborted) throw new AppError('UNAVAILABLE', { retryAfter });
      if (busy >= concurrency) {
        if (waiting.size >= mostWaiting) {
          refused++;
          throw new AppError(refusal, { retryAfter });
        }
        // A finished job gives its place to a waiting one, so `busy` does not change.
        await waitForTurn(connectionClosed);
      } else busy++;
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) next();
        else busy--;
      }
    },
    state: () => ({ running: busy, waiting: waiting.size, refused }),
  };
}
