import { MINUTE_MS } from '../../../shared/limits.ts';
import type { WebhookDelivery } from '../../../shared/schemas/webhooks.ts';

/** How often a page reads again what is being sent. */
const READ_AGAIN_MS = 2000;

/**
 * How long a page waits before it reads these deliveries again, for React Query's `refetchInterval`. `false` while no request is due about now: a
 * later one is not worth the calls.
 */
export function readAgainAfter(deliveries: readonly WebhookDelivery[]): number | false {
  const isDue = deliveries.some(
    ({ nextAttemptAt }) =>
      nextAttemptAt !== null && Math.abs(Date.parse(nextAttemptAt) - Date.now()) < MINUTE_MS,
  );
  return isDue && READ_AGAIN_MS;
}
