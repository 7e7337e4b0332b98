import { MINUTE_MS } from '../../../../shared/limits.ts';
import type { WebhookDelivery } from '../../../../shared/schemas/webhooks.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useTexts } from '../../../language/texts.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useMinute } from '../../../ui/use-minute.ts';

const TONES = { waiting: 'plain', delivered: 'good', failed: 'warning' } as const;

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const { states } = useTexts().deliveries;
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}

/** `RelativeTime` says "just now" within a minute, which does not fit a time in the future. */
export function NextAttempt({ at }: { readonly at: string }) {
  const { inAMoment } = useTexts().deliveries;
  const now = useMinute();
  return Date.parse(at) - now < MINUTE_MS ? inAMoment : <RelativeTime at={at} />;
}

const READ_AGAIN_MS = 2000;

/** Milliseconds for React Query's `refetchInterval`; `false` while no request is due about now. */
export function readAgainAfter(deliveries: readonly WebhookDelivery[]): number | false {
  const isDue = deliveries.some(
    ({ nextAttemptAt }) =>
      nextAttemptAt !== null && Math.abs(Date.parse(nextAttemptAt) - Date.now()) < MINUTE_MS,
  );
  return isDue && READ_AGAIN_MS;
}
