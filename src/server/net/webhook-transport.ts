import { WEBHOOK_TIMEOUT_MS } from '../../shared/limits.ts';
import type { Settings } from '../settings/settings.ts';
import { hostKey, resolveBySystem, type Resolve } from './addresses.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { OutgoingCallError } from './outgoing-call-error.ts';
import { resolveWebhookHost } from './webhook-resolve.ts';

export const WEBHOOK_ANSWER_KEPT_BYTES = 4 * 1024;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the endpoint of `WEBHOOK_URL`. Hosts of `WEBHOOK_PRIVATE_HOSTS` may be private, too. */
  readonly chosenByOperator: boolean;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body (`WEBHOOK_ANSWER_KEPT_BYTES`). */
  readonly body: string;
}

/** Rejects with `OutgoingCallError` when there is no answer. A redirect is an answer, and is not followed. */
export interface WebhookTransport {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** Endpoints of one origin must not wait for each other. Each has few workers (`send-deliveries.ts`). */
const CONNECTIONS_PER_ORIGIN = 256;

export function createWebhookTransport(
  { mode, webhookPrivateHosts }: Pick<Settings, 'mode' | 'webhookPrivateHosts'>,
  {
    resolve,
    timeoutMs = WEBHOOK_TIMEOUT_MS,
  }: { readonly resolve?: Resolve; readonly timeoutMs?: number } = {},
): WebhookTransport {
  const options = {
    allowLoopback: mode !== 'production',
    timeoutMs,
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
    answers: {
      maxBytes: WEBHOOK_ANSWER_KEPT_BYTES,
      acceptsType: () => true,
      longer: 'cut',
      redirect: 'answer',
    },
  } as const;
  const sendToPublic = createGuardedFetch({ ...options, resolve: resolve ?? resolveWebhookHost });
  const sendToAny = createGuardedFetch({
    ...options,
    chosenByOperator: true,
    // The hosts that the operator names may be in /etc/hosts, or short names of a cluster.
    resolve: resolve ?? resolveBySystem,
  });
  const privateHosts = new Set(webhookPrivateHosts.map(hostKey));
  return {
    async send({ url: address, headers, body, chosenByOperator }) {
      const url = new URL(address);
      const isChosen = chosenByOperator || privateHosts.has(hostKey(url.hostname));
      if (isChosen) refuseUnsafe(url, mode);
      const send = isChosen ? sendToAny : sendToPublic;
      const answer = await send(url, { method: 'POST', headers, body });
      // `stream` leaves out a character that the bound cuts in two.
      const text = new TextDecoder().decode(await answer.arrayBuffer(), { stream: true });
      return { status: answer.status, headers: answer.headers, body: cutToBytes(text) };
    },
  };
}

/** A byte that is no UTF-8 becomes a character of three bytes, so the text can be longer than the answer. */
function cutToBytes(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, WEBHOOK_ANSWER_KEPT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The operator chose the host, not that its answers may be read on the way. */
function refuseUnsafe(url: URL, mode: Settings['mode']): void {
  const isHttpAllowed = mode !== 'production' && url.protocol === 'http:';
  if ((url.protocol !== 'https:' && !isHttpAllowed) || url.username || url.password) {
    throw new OutgoingCallError('insecure', `webhooks need https, and no user name: ${url.host}`);
  }
}
