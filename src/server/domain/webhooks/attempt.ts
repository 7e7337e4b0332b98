import type {
  DeliveryDocument,
  StoredAttempt,
  WebhookEndpointDocument,
} from '../../database/event-documents.ts';
import type { DeliveryDependencies } from './send-deliveries.ts';

export interface Attempt {
  readonly stored: StoredAttempt;
  /** What the answer asks for (RFC 9110, 10.2.3), in milliseconds from now; `null` without `retry-after`. */
  readonly retryAfterMs: number | null;
}

/** Sends one request with a delivery. It never fails: a fault is in the answer. */
export function attemptDelivery(
  deps: DeliveryDependencies,
  endpoint: WebhookEndpointDocument,
  delivery: Pick<DeliveryDocument, 'eventId' | 'body' | 'trigger'>,
): Promise<Attempt> {
  throw new Error(`to be built ${endpoint.url} ${delivery.body} ${String(deps.now())}`);
}
