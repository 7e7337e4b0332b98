import { MINUTE_MS } from '../../../shared/limits.ts';
import type { WebhookDelivery } from '../../../shared/schemas/webhooks.ts';
import { Badge } from '../../account/badge.tsx';
import { useTexts } from '../../language/texts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useMinute } from '../../ui/use-minute.ts';

const TONES = { waiting: 'plain', delivered: 'good', failed: 'warning' } as const;

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const { states } = useTexts().deliveries;
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}

/** When the next request is due. `RelativeTime` says "just now" within a minute, which is no word for a plan. */
export function NextAttempt({ at }: { readonly at: string }) {
  const { inAMoment } = useTexts().deliveries;
  const now = useMinute();
  return Date.parse(at) - now < MINUTE_MS ? inAMoment : <RelativeTime at={at} />;
}

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
