import type { ObjectId } from 'mongodb';
import { createBoundedQueue, type BoundedQueue } from './bounded-queue.ts';

/** Calls of one service key that read or write many rows: how many one process runs at once, and how many wait. Above it, the answer is 429 `RATE_LIMITED`. */
export const HEAVY_CALLS_AT_ONCE = 2;
export const HEAVY_CALLS_WAITING = 100;
const HEAVY_CALLS_RETRY_AFTER_SECONDS = 2;

/** Runs calls of service keys that read or write many rows. Each key has a queue of its own, so that none slows down the requests of people. */
export interface HeavyCalls {
  /** Throws `RATE_LIMITED` with `retryAfter` when too many calls of this key wait. */
  run<T>(serviceKeyId: ObjectId, call: () => Promise<T>): Promise<T>;
}

export function createHeavyCalls(): HeavyCalls {
  const queues = new Map<string, BoundedQueue>();
  return {
    async run(serviceKeyId, call) {
      const id = serviceKeyId.toHexString();
      const queue =
        queues.get(id) ??
        createBoundedQueue({
          concurrency: HEAVY_CALLS_AT_ONCE,
          waiting: HEAVY_CALLS_WAITING,
          retryAfter: HEAVY_CALLS_RETRY_AFTER_SECONDS,
          refusal: 'RATE_LIMITED',
        });
      queues.set(id, queue);
      try {
        return await queue.take(call);
      } finally {
        if (queue.state().running === 0) queues.delete(id);
      }
    },
  };
}
