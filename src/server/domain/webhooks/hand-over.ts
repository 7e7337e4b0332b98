import type {
  DeliveryDocument,
  EventDocument,
  WebhookEndpointDocument,
  WebhookEndpointId,
} from '../../database/event-documents.ts';
import { isRepetition } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { toEvent } from '../rules/event.ts';
import { ENABLED } from './stored-endpoints.ts';

/** Standard Webhooks, "payload size". */
export const WEBHOOK_BODY_MAX_BYTES = 20 * 1024;
type HandOverDependencies = Pick<Dependencies, 'collections' | 'log' | 'now'>;

/** Adds a delivery for each event and each enabled endpoint of its type. A repeated call adds nothing. */
export async function handOverEvents(
  deps: HandOverDependencies,
  events: readonly EventDocument[],
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await deps.collections.webhookEndpoints.find(ENABLED).toArray();
  for (const endpoint of endpoints) {
    const added = events
      .filter((event) => receives(endpoint, event))
      .map((event) => newDelivery(deps, endpoint._id, event))
      .filter((delivery) => isSmallEnough(deps, delivery));
    if (added.length > 0) await insertNew(deps, added);
  }
}

export function receives({ types }: Pick<WebhookEndpointDocument, 'types'>, event: EventDocument): boolean {
  return types === null || types.includes(event.type);
}

export function newDelivery(
  { now }: Pick<Dependencies, 'now'>,
  endpointId: WebhookEndpointId,
  event: EventDocument,
): DeliveryDocument {
  const at = now();
  return {
    _id: `${endpointId}:${event._id.toHexString()}`,
    endpointId,
    eventId: event._id,
    type: event.type,
    subject: event.subject,
    body: JSON.stringify(toEvent(event)),
    ...(event.trace ? { trace: event.trace } : {}),
    state: 'waiting',
    dueAt: at,
    tries: 0,
    attemptCount: 0,
    trigger: 'schedule',
    attempts: [],
    createdAt: at,
  };
}

/** A large event must not hold up those after it. `events.list` has it. */
function isSmallEnough({ log }: HandOverDependencies, { _id, body }: DeliveryDocument): boolean {
  const bytes = Buffer.byteLength(body);
  if (bytes <= WEBHOOK_BODY_MAX_BYTES) return true;
  log.error({ deliveryId: _id, bytes }, 'an event is too large for a webhook and is not sent');
  return false;
}

async function insertNew(
  { collections: { deliveries } }: HandOverDependencies,
  added: readonly DeliveryDocument[],
): Promise<void> {
  try {
    await deliveries.insertMany(added, { ordered: false });
  } catch (error) {
    if (!isRepetition(error)) throw error;
  }
}
