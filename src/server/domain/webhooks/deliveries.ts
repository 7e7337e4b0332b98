import type {
  DeliveryDetails,
  DeliveryPage,
  ListDeliveriesInput,
  ReplayWebhookInput,
  WebhookDelivery,
} from '../../../shared/schemas/webhooks.ts';
import type { RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { DeliveryDependencies } from './send-deliveries.ts';

type DeliveryClient = Pick<RequestClient, 'ip'>;

/** The deliveries of an endpoint, newest first. Throws `NOT_FOUND`, and `INVALID_INPUT` for a foreign cursor. */
export function listDeliveries(
  _deps: DeliveryDependencies,
  _input: ListDeliveriesInput,
): Promise<DeliveryPage> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`. */
export function getDelivery(_deps: DeliveryDependencies, _id: string): Promise<DeliveryDetails> {
  throw new Error('to be built');
}

/** Sends a test event now, and answers the request. Throws `NOT_FOUND`, `WEBHOOK_DISABLED`, and what `requireAuthority` throws. */
export function sendTest(
  _deps: DeliveryDependencies,
  _authority: Authority,
  _id: string,
  _client: DeliveryClient,
): Promise<DeliveryDetails> {
  throw new Error('to be built');
}

/** Makes one delivery due now. Throws `NOT_FOUND`, `WEBHOOK_DISABLED`, and what `requireAuthority` throws. */
export function replayDelivery(
  _deps: DeliveryDependencies,
  _authority: Authority,
  _id: string,
  _client: DeliveryClient,
): Promise<WebhookDelivery> {
  throw new Error('to be built');
}

/**
 * Makes the events of a time range due now for an endpoint, those of its types. Throws `NOT_FOUND`, `WEBHOOK_DISABLED`, `TOO_MANY_EVENTS`, `INVALID_INPUT`
 * for an empty range, and what `requireAuthority` throws.
 */
export function replayRange(
  _deps: DeliveryDependencies,
  _authority: Authority,
  _input: ReplayWebhookInput,
  _client: DeliveryClient,
): Promise<{ count: number }> {
  throw new Error('to be built');
}
