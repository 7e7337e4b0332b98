import type { Settings } from '../settings/settings.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set for the endpoint of `WEBHOOK_URL`. The hosts of `WEBHOOK_PRIVATE_HOSTS` may be private, too. */
  readonly chosenByOperator: boolean;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body (`WEBHOOK_ANSWER_KEPT_BYTES`). */
  readonly body: string;
}

/** Sends webhooks by the guarded `fetch`. Rejects with `ProviderCallError` when there is no answer. A redirect is an answer, and is not followed. */
export interface WebhookTransport {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

export function createWebhookTransport(
  settings: Pick<Settings, 'mode' | 'webhookPrivateHosts'>,
): WebhookTransport {
  return {
    send: ({ url }) => Promise.reject(new Error(`to be built ${settings.mode} ${url}`)),
  };
}
