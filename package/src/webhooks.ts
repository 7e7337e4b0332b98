import { MINUTE_MS } from '../../src/shared/limits.ts';
import type { FoyerEvent } from './events.ts';
import { readBody, type WebhookRequest } from './webhooks/read-body.ts';
import { isSignedBy, toKeys } from './webhooks/signature.ts';
import { WebhookError } from './webhooks/webhook-error.ts';

/** The maximum age of a webhook (Standard Webhooks, "timestamp"). */
const WEBHOOK_TOLERANCE_MS = 5 * MINUTE_MS;

export type { EventType, FoyerEvent } from './events.ts';
export type { WebhookRequest } from './webhooks/read-body.ts';
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.ts';

/** The content of “Send a test event”. */
export interface WebhookTest {
  id: string;
  type: 'webhook.test';
  /** ISO 8601. */
  timestamp: string;
  data: Record<string, never>;
}

export type WebhookEvent = FoyerEvent | WebhookTest;

/** Refuses repeated requests. The caller provides the store. */
export interface ReplayGuard {
  /**
   * Stores `key` until `expires`, and returns whether it is new. It must be one atomic write: Redis
   * `SET key 1 NX PXAT`, or an insert with a unique index. A repeated delivery of an event has another key.
   */
  remember(key: string, expires: Date): Promise<boolean>;
}

export interface VerifyWebhookOptions {
  /** The secret of the endpoint, `whsec_…`; all of them during a rotation. */
  readonly secret: string | readonly string[];
  readonly replays?: ReplayGuard;
  /** Milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Verifies a request of a Foyer webhook (Standard Webhooks) and returns its event. Takes a Fetch `Request`, a
 * Node `IncomingMessage`, or a request of Express or Fastify. `body` must be the unparsed bytes or text,
 * because they are signed.
 *
 * A request more than five minutes away from this clock is refused. A delivery can arrive twice, or after a
 * newer one: compare `sequence`. Ignore types that this version of the package does not know.
 *
 * Throws `WebhookError`, `TypeError` for an invalid secret, and what `replays` throws.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  { secret, replays, now = Date.now }: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const keys = await toKeys(typeof secret === 'string' ? [secret] : secret);
  const id = requireHeader(request, 'webhook-id');
  const seconds = requireHeader(request, 'webhook-timestamp');
  const signatures = requireHeader(request, 'webhook-signature');
  if (!/^\d{1,12}$/.test(seconds))
    throw new WebhookError('HEADER_INVALID', 'webhook-timestamp is no number.');
  const sentAt = Number(seconds) * 1000;
  if (Math.abs(now() - sentAt) > WEBHOOK_TOLERANCE_MS) throw new WebhookError('TIMESTAMP_REFUSED');
  const body = await readBody(request);
  if (!(await isSignedBy(keys, { id, seconds, body, signatures })))
    throw new WebhookError('SIGNATURE_INVALID');
  const event = toEvent(body);
  // A retry has another timestamp, so it is no replay.
  const isNew = await replays?.remember(`${id}.${seconds}`, new Date(sentAt + WEBHOOK_TOLERANCE_MS));
  if (isNew === false) throw new WebhookError('REPLAYED');
  return event;
}

function requireHeader({ headers }: WebhookRequest, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : valueOf(headers, name);
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('HEADER_INVALID', `${name} is missing.`);
  return value;
}

/** Node writes names in lower case. Gateways that pass a plain object may not. */
function valueOf(headers: Readonly<Record<string, string | string[] | undefined>>, name: string) {
  return headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function isFetchHeaders(headers: WebhookRequest['headers']): headers is Headers {
  return typeof headers['get'] === 'function';
}

function toEvent(body: Uint8Array): WebhookEvent {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookError('BODY_INVALID', undefined, { cause });
  }
  const isEvent = typeof json === 'object' && json !== null && typeof Reflect.get(json, 'type') === 'string';
  if (!isEvent) throw new WebhookError('BODY_INVALID');
  // The signature proves that Foyer's schemas made this.
  return json as WebhookEvent;
}
