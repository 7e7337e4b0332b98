import type { ObjectId } from 'mongodb';
import { createBoundedQueue, type BoundedQueue } from './bounded-queue.ts';

/** Heavy calls of one service key in one process: running, and waiting. Above: 429 `RATE_LIMITED`. */
export const HEAVY_CALLS_AT_ONCE = 2;
export const HEAVY_CALLS_WAITING = 100;
const HEAVY_CALLS_RETRY_AFTER_SECONDS = 2;

/** Each key has its own queue, so that none slows down users' requests. */
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
