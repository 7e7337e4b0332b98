import type { EnvironmentReader } from './faults.ts';

export interface WebhookSettings {
  /** The endpoint that the environment sets; `null`: none. Two secrets sign while one replaces the other. */
  readonly webhook: { readonly url: string; readonly secrets: readonly string[] } | null;
  /** Host names and addresses of webhook endpoints that may be private. */
  readonly webhookPrivateHosts: readonly string[];
}

export function readWebhooks(_reader: EnvironmentReader): WebhookSettings {
  return { webhook: null, webhookPrivateHosts: [] };
}
