import { ObjectId, type Filter } from 'mongodb';
import { makeIssue } from '../../../shared/issues.ts';
import { JOBS_COUNTED_MAX, MINUTE_MS } from '../../../shared/limits.ts';
import type { FailedDeliveries, ReplayWebhookInput } from '../../../shared/schemas/webhooks.ts';
import { AppError } from '../../app-error.ts';
import type {
  DeliveryDocument,
  EventDocument,
  WebhookEndpointDocument,
  WebhookReplay,
} from '../../database/event-documents.ts';
import { isRepetition } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Authority } from '../rules/authority.ts';
import { writeToEndpoint, type EndpointDependencies } from './change-endpoint.ts';
import { dueAgain } from './deliveries.ts';
import { newDelivery } from './hand-over.ts';
import { auditedUrl, readEnabledEndpoint } from './stored-endpoints.ts';

export const REPLAYS_WAITING_MAX = 3;
export const REPLAY_EVENTS_MAX = 10_000;
const REPLAY_FAILED_MAX = 1000;

/** A test is left out, because nobody waits for it. */
export const GIVEN_UP_DELIVERY: Filter<DeliveryDocument> = {
  state: 'failed',
  type: { $ne: 'webhook.test' },
};

/** How many events one write makes due. The request makes that many due, and the job runner the others. */
const BATCH = 500;
/** Events that one pass of the job runner makes due, so that the pass is short. */
const PASS_MAX = 2000;
/**
 * How many events of all types a range may have. Events of other types are not sent, but reading them takes
 * time.
 */
const READ_MAX = 10 * REPLAY_EVENTS_MAX;

/**
 * Makes the events of a time range due now, those of the endpoint's types. One write decides: it stores the
 * replay with the audit row. The job runner finishes a replay that is large or that a crash interrupted.
 * Throws `RATE_LIMITED` while three replays of the endpoint wait, `NOT_FOUND`, `WEBHOOK_DISABLED`,
 * `TOO_MANY_EVENTS`, `INVALID_INPUT` for an empty range, and what `requireAuthority` throws.
 */
export async function replayRange(
  deps: EndpointDependencies,
  authority: Authority,
  input: ReplayWebhookInput,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<{ count: number }> {
  const from = new Date(input.from);
  // Later events are sent anyway.
  const to = new Date(Math.min(Date.parse(input.to), deps.now().getTime()));
  if (from.getTime() >= Date.parse(input.to))
    throw new AppError('INVALID_INPUT', { issues: [makeIssue('to', 'time-range-empty')] });
  const replay: WebhookReplay = { _id: new ObjectId(), from, to };
  let count = 0;
  const endpoint = await writeToEndpoint(deps, authority, requestContext, async () => {
    const before = await readEnabledEndpoint(deps, input.id);
    const { url, types, replays = [] } = before;
    if (replays.length >= REPLAYS_WAITING_MAX)
      throw new AppError('RATE_LIMITED', { retryAfter: MINUTE_MS / 1000 });
    count = await countEvents(deps, before, replay);
    return {
      before,
      audit: {
        action: 'webhook-replayed',
        after: { url: auditedUrl(url), from: from.toISOString(), to: to.toISOString(), count },
      },
      condition: { url, types, disabled: null },
      update: { $push: { replays: replay } },
    };
  });
  await runReplay(deps, endpoint, replay, BATCH);
  return { count };
}

/**
 * Makes the newest `REPLAY_FAILED_MAX` given up deliveries due, without tests. One write decides: it stores
 * their ids with the audit row. After a crash, the job runner makes them due. Parallel calls count each once.
 * Throws `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`, and what `requireAuthority` throws.
 */
export async function replayFailed(
  deps: EndpointDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<{ count: number }> {
  const { deliveries } = deps.collections;
  await deps.rateLimits.consume('webhook', 'endpoint', id);
  let deliveryIds: string[] = [];
  const endpoint = await writeToEndpoint(deps, authority, requestContext, async () => {
    const before = await readEnabledEndpoint(deps, id);
    const { url, failedReplay } = before;
    // Otherwise the deliveries of an earlier decision would be counted twice.
    await finishFailedReplay(deps, before);
    const failed = await deliveries
      .find({ endpointId: id, ...GIVEN_UP_DELIVERY }, { projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(REPLAY_FAILED_MAX)
      .toArray();
    deliveryIds = failed.map(({ _id }) => _id);
    return {
      before,
      audit: deliveryIds.length > 0 && {
        action: 'webhook-replayed',
        after: { url: auditedUrl(url), state: 'failed', count: deliveryIds.length },
      },
      condition: { url, disabled: null, 'failedReplay._id': failedReplay?._id ?? { $exists: false } },
      update: { $set: { failedReplay: { _id: new ObjectId(), deliveryIds } } },
    };
  });
  if (deliveryIds.length > 0) await finishFailedReplay(deps, endpoint);
  return { count: deliveryIds.length };
}

/**
 * Makes the deliveries of the decision due. Two processes may do so at once. A delivery that was replayed by
 * hand meanwhile stays as it is.
 */
async function finishFailedReplay(
  { collections: { deliveries, webhookEndpoints }, now }: Pick<Dependencies, 'collections' | 'now'>,
  { _id, failedReplay }: WebhookEndpointDocument,
): Promise<void> {
  if (!failedReplay || failedReplay.deliveryIds.length === 0) return;
  const { _id: replayId, deliveryIds } = failedReplay;
  await deliveries.updateMany(
    { _id: { $in: [...deliveryIds] }, state: 'failed', replayId: { $ne: replayId } },
    { $set: { state: 'waiting', dueAt: now(), tries: 0, trigger: 'replay', replayId } },
  );
  await webhookEndpoints.updateOne(
    { _id, 'failedReplay._id': replayId },
    { $set: { 'failedReplay.deliveryIds': [] } },
  );
}

/** Without tests, at most `JOBS_COUNTED_MAX` each. Endpoints without any are left out. */
export async function countFailedDeliveries({
  collections: { deliveries, webhookEndpoints },
}: Pick<Dependencies, 'collections'>): Promise<FailedDeliveries[]> {
  const endpoints = await webhookEndpoints
    .find({ deletedAt: { $exists: false } }, { projection: { _id: 1 } })
    .toArray();
  const counts = await Promise.all(
    endpoints.map(async ({ _id: endpointId }) => ({
      endpointId,
      count: await deliveries.countDocuments(
        { endpointId, ...GIVEN_UP_DELIVERY },
        { limit: JOBS_COUNTED_MAX },
      ),
    })),
  );
  return counts.filter(({ count }) => count > 0);
}

/** Continues the replays of an endpoint for one pass. The job runner calls it. */
export async function continueReplays(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  await finishFailedReplay(deps, endpoint);
  for (const replay of endpoint.replays ?? []) {
    await runReplay(deps, endpoint, replay, PASS_MAX);
  }
}

/** Makes the next `max` events due, oldest first. Two processes may do it at once: none becomes due twice. */
async function runReplay(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  endpoint: WebhookEndpointDocument,
  replay: WebhookReplay,
  max: number,
): Promise<void> {
  const { events, webhookEndpoints } = deps.collections;
  const found = await events
    .find(
      { $and: [eventsOf(endpoint, replay), eventsAfter(replay.last)] },
      { projection: { at: 1 }, limit: max },
    )
    .sort({ at: 1, _id: 1 })
    .toArray();
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH);
    const ids = batch.map(({ _id }) => _id);
    await makeDue(deps, endpoint, replay, await events.find({ _id: { $in: ids } }).toArray());
  }
  const last = found.at(-1);
  await webhookEndpoints.updateOne(
    { _id: endpoint._id, 'replays._id': replay._id },
    last && found.length === max
      ? { $set: { 'replays.$.last': { at: last.at, _id: last._id } } }
      : { $pull: { replays: { _id: replay._id } } },
  );
}

/** Events of one moment are in the order of their ids. */
function eventsAfter(last: WebhookReplay['last']): Filter<EventDocument> {
  if (!last) return {};
  const { at, _id } = last;
  return { at: { $gte: at }, $or: [{ at: { $gt: at } }, { _id: { $gt: _id } }] };
}

async function makeDue(
  { collections: { deliveries }, now }: Pick<Dependencies, 'collections' | 'now'>,
  { _id: endpointId }: WebhookEndpointDocument,
  { _id: replayId }: WebhookReplay,
  events: readonly EventDocument[],
): Promise<void> {
  if (events.length === 0) return;
  const writes = events.map((event) => {
    const due = { ...dueAgain(event.type, now()), replayId };
    const {
      _id,
      state: _state,
      dueAt: _dueAt,
      tries: _tries,
      trigger: _trigger,
      ...added
    } = newDelivery({ now }, endpointId, event);
    return {
      updateOne: {
        // A delivery that this replay has made due is not found. The upsert then fails by its id.
        filter: { _id, replayId: { $ne: replayId } },
        update: { $set: due, $setOnInsert: added },
        upsert: true,
      },
    };
  });
  try {
    await deliveries.bulkWrite(writes, { ordered: false });
  } catch (error) {
    if (!isRepetition(error)) throw error;
  }
}

/** Throws `TOO_MANY_EVENTS`. */
async function countEvents(
  { collections: { events } }: Pick<Dependencies, 'collections'>,
  endpoint: WebhookEndpointDocument,
  replay: WebhookReplay,
): Promise<number> {
  const all = await events.countDocuments(withinTime(replay), { limit: READ_MAX + 1 });
  // Before the second count, which reads all events of the range to find the types.
  if (all > READ_MAX) throw new AppError('TOO_MANY_EVENTS');
  const sent = await events.countDocuments(eventsOf(endpoint, replay), { limit: REPLAY_EVENTS_MAX + 1 });
  if (sent > REPLAY_EVENTS_MAX) throw new AppError('TOO_MANY_EVENTS');
  return sent;
}

function eventsOf(
  { types }: Pick<WebhookEndpointDocument, 'types'>,
  replay: WebhookReplay,
): Filter<EventDocument> {
  return { ...withinTime(replay), ...(types === null ? {} : { type: { $in: [...types] } }) };
}

function withinTime({ from, to }: WebhookReplay): Filter<EventDocument> {
  return { at: { $gte: from, $lt: to } };
}
