import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';

type State = Pick<WebhookEndpoint, 'state' | 'disabledBy' | 'failingSince'>;

/** An enabled endpoint whose last deliveries failed is shown as failing. */
export function shownStateOf({ state, failingSince }: State): 'enabled' | 'failing' | 'disabled' {
  return state === 'enabled' && failingSince !== null ? 'failing' : state;
}

export function isBroken(endpoint: State): boolean {
  const { disabledBy } = endpoint;
  return shownStateOf(endpoint) === 'failing' || disabledBy === 'gone' || disabledBy === 'failing';
}
