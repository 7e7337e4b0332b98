import { ObjectId, type Filter } from 'mongodb';
import { DELIVERY_LEASE_MS } from '../../../shared/limits.ts';
import {
  webhookDelivery,
  type DeliveryAttempt,
  type DeliveryDetails,
  type DeliveryPage,
  type ListDeliveriesInput,
  type WebhookDelivery,
} from '../../../shared/schemas/webhooks.ts';
import { AppError } from '../../app-error.ts';
import type { DeliveryDocument, StoredAttempt } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Authority } from '../rules/authority.ts';
import { pageOf } from '../rules/list-pages.ts';
import { readTimeCursor, timeCursorOf } from '../rules/time-cursor.ts';
import { writeToEndpoint, type EndpointDependencies } from './change-endpoint.ts';
import { sendDelivery, type DeliveryDependencies } from './send-deliveries.ts';
import { auditedUrl, readEnabledEndpoint, readEndpoint } from './stored-endpoints.ts';

type ReadDependencies = Pick<Dependencies, 'collections' | 'settings'>;
type ShownDelivery = Omit<DeliveryDocument, 'body'>;

/** Newest first. Throws `NOT_FOUND`, and `INVALID_INPUT` for an unknown cursor. */
export async function listDeliveries(
  deps: ReadDependencies,
  { id, state, cursor, limit }: ListDeliveriesInput,
): Promise<DeliveryPage> {
  const after = cursor === undefined ? {} : deliveriesAfter(id, cursor);
  await readEndpoint(deps, id);
  const rows = await deps.collections.deliveries
    .find(
      { endpointId: id, ...(state === undefined ? {} : { state }), ...after },
      { projection: { body: 0, attempts: { $slice: -1 } } },
    )
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  const { shown, nextCursor } = pageOf(rows, limit, ({ createdAt, eventId }) =>
    timeCursorOf({ at: createdAt, _id: eventId }),
  );
  return {
    // A newer version may send types that this version does not know.
    deliveries: shown
      .filter(({ type }) => webhookDelivery.shape.type.safeParse(type).success)
      .map(toWebhookDelivery),
    nextCursor,
  };
}

/** Throws `NOT_FOUND`. */
export async function getDelivery(deps: ReadDependencies, id: string): Promise<DeliveryDetails> {
  const delivery = await readDelivery(deps, id);
  return {
    delivery: toWebhookDelivery(delivery),
    body: delivery.body,
    attempts: delivery.attempts.map(toDeliveryAttempt),
  };
}

/**
 * Sends a test event now, and answers the request. The audit row is written first, so that no request is sent
 * without one. After a crash another process sends the event.
 * Throws `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`, and what `requireAuthority` throws.
 */
export async function sendTest(
  deps: DeliveryDependencies & EndpointDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<DeliveryDetails> {
  await deps.rateLimits.consume('webhook', 'endpoint', id);
  const eventId = new ObjectId();
  const deliveryId = `${id}:${eventId.toHexString()}`;
  const endpoint = await writeToEndpoint(deps, authority, requestContext, async () => {
    const before = await readEnabledEndpoint(deps, id);
    const { url } = before;
    return {
      before,
      audit: { action: 'webhook-tested', after: { url: auditedUrl(url), delivery: deliveryId } },
      condition: { url, disabled: null },
      update: {},
    };
  });
  const createdAt = deps.now();
  const delivery: DeliveryDocument = {
    _id: deliveryId,
    endpointId: id,
    eventId,
    type: 'webhook.test',
    subject: null,
    body: JSON.stringify({
      id: eventId.toHexString(),
      type: 'webhook.test',
      timestamp: createdAt.toISOString(),
      data: {},
    }),
    state: 'waiting',
    dueAt: new Date(createdAt.getTime() + DELIVERY_LEASE_MS),
    tries: 0,
    attemptCount: 1,
    trigger: 'test',
    attempts: [],
    createdAt,
  };
  await deps.collections.deliveries.insertOne(delivery);
  await sendDelivery(deps, endpoint, delivery);
  return getDelivery(deps, deliveryId);
}

/** Throws `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`, and what `requireAuthority` throws. */
export async function replayDelivery(
  deps: EndpointDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<WebhookDelivery> {
  const { endpointId, type } = await readDelivery(deps, id);
  await deps.rateLimits.consume('webhook', 'endpoint', endpointId);
  await writeToEndpoint(deps, authority, requestContext, async () => {
    const before = await readEnabledEndpoint(deps, endpointId);
    const { url } = before;
    return {
      before,
      audit: { action: 'webhook-replayed', after: { url: auditedUrl(url), delivery: id } },
      condition: { url, disabled: null },
      update: {},
    };
  });
  const delivery = await deps.collections.deliveries.findOneAndUpdate(
    { _id: id },
    { $set: dueAgain(type, deps.now()) },
    { returnDocument: 'after' },
  );
  if (!delivery) throw new AppError('NOT_FOUND');
  return toWebhookDelivery(delivery);
}

/** All attempts begin anew. A failed test is not retried, also when it is sent again. */
export function dueAgain(
  type: DeliveryDocument['type'],
  now: Date,
): Pick<DeliveryDocument, 'state' | 'dueAt' | 'tries' | 'trigger'> {
  const trigger = type === 'webhook.test' ? 'test' : 'replay';
  return { state: 'waiting', dueAt: now, tries: 0, trigger };
}

/** Throws `NOT_FOUND`, also when the endpoint is deleted. */
async function readDelivery(deps: ReadDependencies, id: string): Promise<DeliveryDocument> {
  const delivery = await deps.collections.deliveries.findOne({ _id: id });
  if (!delivery) throw new AppError('NOT_FOUND');
  await readEndpoint(deps, delivery.endpointId);
  return delivery;
}

/** The id of an event orders deliveries of the same millisecond. */
function deliveriesAfter(endpointId: string, cursor: string): Filter<DeliveryDocument> {
  const { at, _id } = readTimeCursor(cursor);
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { _id: { $lt: `${endpointId}:${_id.toHexString()}` } }],
  };
}

function toWebhookDelivery(delivery: ShownDelivery): WebhookDelivery {
  return {
    id: delivery._id,
    eventId: delivery.eventId.toHexString(),
    type: delivery.type,
    subject: delivery.subject?.toHexString() ?? null,
    state: delivery.state,
    attemptCount: delivery.attemptCount,
    lastStatus: delivery.attempts.at(-1)?.status ?? null,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.dueAt?.toISOString() ?? null,
  };
}

function toDeliveryAttempt(attempt: StoredAttempt): DeliveryAttempt {
  return {
    ...attempt,
    at: attempt.at.toISOString(),
    requestHeaders: { ...attempt.requestHeaders },
    responseHeaders: { ...attempt.responseHeaders },
  };
}
