import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { useTexts } from '../../language/texts.ts';

type State = Pick<WebhookEndpoint, 'state' | 'disabledBy' | 'failingSince'>;

/** Its description, or else the host of its address. */
export function nameOfEndpoint({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).host : url);
}

/** `WEBHOOK_URL` sets this endpoint, so it cannot be changed here. */
export function isSetByEnvironment({ id }: Pick<WebhookEndpoint, 'id'>): boolean {
  return id === 'environment';
}

/** An enabled endpoint whose last deliveries failed is shown as failing. */
export function shownStateOf({ state, failingSince }: State): 'enabled' | 'failing' | 'disabled' {
  return state === 'enabled' && failingSince !== null ? 'failing' : state;
}

export function isBroken(endpoint: State): boolean {
  const { disabledBy } = endpoint;
  return shownStateOf(endpoint) === 'failing' || disabledBy === 'gone' || disabledBy === 'failing';
}

export function EndpointBadge({ endpoint }: { readonly endpoint: State }) {
  const { states } = useTexts().webhooks;
  const state = shownStateOf(endpoint);
  const tone = isBroken(endpoint) ? 'warning' : state === 'enabled' ? 'good' : 'plain';
  return <Badge tone={tone}>{states[state]}</Badge>;
}
