import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';

/** Its description, or else the host of its address. */
export function nameOfEndpoint({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).host : url);
}

/** `WEBHOOK_URL` sets this endpoint, so it cannot be changed here. */
export function isSetByEnvironment({ id }: Pick<WebhookEndpoint, 'id'>): boolean {
  return id === 'environment';
}
