import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { Badge } from '../../account/badge.tsx';
import { useTexts } from '../../language/texts.ts';
import { isBroken, shownStateOf } from './endpoint-state.ts';

export function EndpointBadge({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { states } = useTexts().webhooks;
  const state = shownStateOf(endpoint);
  const tone = isBroken(endpoint) ? 'warning' : state === 'enabled' ? 'good' : 'plain';
  return <Badge tone={tone}>{states[state]}</Badge>;
}
