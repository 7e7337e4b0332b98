import type { WebhookDelivery } from '../../../shared/schemas/webhooks.ts';
import { Badge } from '../../account/badge.tsx';
import { useTexts } from '../../language/texts.ts';

const TONES = { waiting: 'plain', delivered: 'good', failed: 'warning' } as const;

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const { states } = useTexts().deliveries;
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}
