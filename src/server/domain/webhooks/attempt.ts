import { DAY_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { Dependencies } from '../../dependencies.ts';
import type {
  DeliveryDocument,
  StoredAttempt,
  WebhookEndpointDocument,
} from '../../database/event-documents.ts';
import { OutgoingCallError } from '../../net/outgoing-call-error.ts';
import { makeTraceparent } from '../../log/trace.ts';
import type { WebhookAnswer } from '../../net/webhook-transport.ts';
import { signWebhook } from './signature.ts';
import { ENVIRONMENT_ENDPOINT } from './stored-endpoints.ts';
import { signingSecretsOf } from './webhook-secrets.ts';

export interface Attempt {
  readonly stored: StoredAttempt;
  /** From `retry-after` (RFC 9110, 10.2.3), in milliseconds from now; `null` without it. */
  readonly retryAfterMs: number | null;
}

/** A header cannot delay a delivery for longer than the schedule does. */
const RETRY_AFTER_MAX_MS = DAY_MS;
/** In characters. */
const HEADERS_KEPT_LENGTH = 4096;
const COOKIE_HEADERS = new Set(['set-cookie', 'set-cookie2']);

/** Never fails: a fault is in the answer. */
export async function attemptDelivery(
  deps: Pick<Dependencies, 'log' | 'now' | 'settings' | 'vault' | 'webhookTransport'>,
  endpoint: WebhookEndpointDocument,
  { eventId, body, trigger, trace }: Pick<DeliveryDocument, 'eventId' | 'body' | 'trigger' | 'trace'>,
): Promise<Attempt> {
  const at = deps.now();
  const id = eventId.toHexString();
  const isEnvironment = endpoint._id === ENVIRONMENT_ENDPOINT;
  const timestamp = Math.floor(at.getTime() / SECOND_MS);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Foyer-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(trace ? { traceparent: makeTraceparent(trace) } : {}),
  };
  const started = performance.now();
  const attemptWith = (
    outcome: Pick<StoredAttempt, 'status' | 'error'>,
    answer?: WebhookAnswer,
  ): Attempt => ({
    stored: {
      at,
      trigger,
      durationMs: Math.round(performance.now() - started),
      ...outcome,
      requestHeaders: { ...headers, 'webhook-signature': 'v1,…' },
      responseHeaders: answer ? keptHeaders(answer.headers) : {},
      responseBody: answer?.body ?? '',
    },
    retryAfterMs: answer ? readRetryAfter(answer.headers.get('retry-after'), deps.now()) : null,
  });

  const secrets = signingSecretsOf(deps, endpoint);
  if (secrets.length === 0) {
    deps.log.error({ endpointId: endpoint._id }, 'no secret of a webhook endpoint can be opened');
    return attemptWith({ status: null, error: 'secret' });
  }
  try {
    const answer = await deps.webhookTransport.send({
      url: endpoint.url,
      headers: { ...headers, 'webhook-signature': signWebhook(secrets, { id, timestamp, body }) },
      body,
      chosenByOperator: isEnvironment,
    });
    return attemptWith({ status: answer.status, error: null }, answer);
  } catch (error) {
    deps.log.info({ err: error, endpointId: endpoint._id, eventId: id }, 'a webhook got no answer');
    return attemptWith({ status: null, error: errorOf(error) });
  }
}

function errorOf(error: unknown): string {
  if (!(error instanceof OutgoingCallError)) return 'network';
  const { fault } = error;
  return fault === 'timeout' || fault === 'address' || fault === 'insecure' ? fault : 'network';
}

/** MongoDB cannot store every name with a dollar or a dot, so only plain names are kept. */
function keptHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  let length = 0;
  for (const [name, value] of headers) {
    length += name.length + value.length;
    if (length > HEADERS_KEPT_LENGTH) break;
    if (/^[a-z0-9][a-z0-9_-]*$/.test(name) && !COOKIE_HEADERS.has(name)) kept[name] = value;
  }
  return kept;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, RETRY_AFTER_MAX_MS);
  // Each form of a date begins with the day of the week. `Date.parse` alone also reads `-5`, as a year.
  const ms = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}
