import { randomInt } from 'node:crypto';
import type { Document } from 'mongodb';
import { DELIVERY_LEASE_MS, SECOND_MS, MINUTE_MS, HOUR_MS } from '../../../shared/limits.ts';
import type {
  DeliveryDocument,
  StoredAttempt,
  WebhookEndpointDocument,
  WebhookEndpointId,
} from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { attemptDelivery, type Attempt } from './attempt.ts';
import { sendDisabledNotices } from './endpoint-notices.ts';
import { isSuccess, recordHealth } from './endpoint-health.ts';
import { ENABLED, ENVIRONMENT_ENDPOINT } from './stored-endpoints.ts';

/** Pauses between attempts (Standard Webhooks, "retry schedule"). The first attempt follows at once. */
export const WEBHOOK_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
export const DELIVERIES_AT_ONCE = 4;
export const DELIVERY_ATTEMPTS_KEPT = 20;
/** How many of the last attempts keep their answers. */
export const DELIVERY_ANSWERS_KEPT = 5;

export type DeliveryDependencies = Pick<
  Dependencies,
  'collections' | 'log' | 'metrics' | 'now' | 'settings' | 'vault' | 'webhookTransport'
>;

/** Each pause is up to 20 % longer, so that the deliveries of an outage spread. */
const JITTER = 0.2;
const JITTER_STEPS = 1000;

/** Sends to all enabled endpoints side by side. Answers the number of requests. */
export async function sendDueDeliveries(deps: DeliveryDependencies): Promise<number> {
  const workers = createDeliveryWorkers(deps);
  await workers.fill();
  await workers.idle();
  return workers.requestCount();
}

/** Each endpoint has workers of its own, so a slow one delays no other. */
interface DeliveryWorkers {
  fill(): Promise<void>;
  /** Resolves when no worker runs. */
  idle(): Promise<void>;
  /** Workers end after their present request. */
  stop(): void;
  requestCount(): number;
}

export function createDeliveryWorkers(deps: DeliveryDependencies): DeliveryWorkers {
  const { webhookEndpoints } = deps.collections;
  const workersByEndpoint = new Map<WebhookEndpointId, Set<Promise<void>>>();
  const stopping = new AbortController();
  let requests = 0;

  const startWorker = (endpointId: WebhookEndpointId) => {
    if (stopping.signal.aborted) return;
    const workers = workersByEndpoint.get(endpointId) ?? new Set();
    if (workers.size >= DELIVERIES_AT_ONCE) return;
    workersByEndpoint.set(endpointId, workers);
    const worker = runWorker(endpointId)
      .catch((error: unknown) => deps.log.warn({ err: error, endpointId }, 'deliveries could not be sent'))
      .finally(() => {
        workers.delete(worker);
        if (workers.size === 0) workersByEndpoint.delete(endpointId);
      });
    workers.add(worker);
  };
  const runWorker = async (endpointId: WebhookEndpointId) => {
    while (!stopping.signal.aborted) {
      const claimed = await claimDelivery(deps, endpointId);
      if (!claimed) return;
      requests += 1;
      // There may be more deliveries. So workers are started only as far as there is work.
      startWorker(endpointId);
      await sendDelivery(deps, claimed.endpoint, claimed.delivery);
    }
  };

  return {
    async fill() {
      const endpoints = await webhookEndpoints
        .find({ $or: [ENABLED, { unsentNotice: true }] }, { projection: { unsentNotice: 1 } })
        .toArray();
      if (endpoints.some(({ unsentNotice }) => unsentNotice)) await sendDisabledNotices(deps);
      for (const { _id } of endpoints) startWorker(_id);
    },
    async idle() {
      while (workersByEndpoint.size > 0) {
        await Promise.all([...workersByEndpoint.values()].flatMap((workers) => [...workers]));
      }
    },
    stop() {
      stopping.abort();
    },
    requestCount: () => requests,
  };
}

/** Without the stored attempts, which sending does not need. */
type ClaimedDelivery = Omit<DeliveryDocument, 'attempts'>;

interface Claimed {
  readonly endpoint: WebhookEndpointDocument;
  readonly delivery: ClaimedDelivery;
}

/** Leases a due delivery to this process. When the process dies, the end of the lease makes it due again. */
async function claimDelivery(
  { collections, now, settings }: DeliveryDependencies,
  endpointId: WebhookEndpointId,
): Promise<Claimed | null> {
  // Read for each delivery, so that a change of the endpoint counts at once.
  const endpoint = await collections.webhookEndpoints.findOne({ ...ENABLED, _id: endpointId });
  if (!endpoint) return null;
  // During a rollout, processes may have different addresses. The secrets here belong to the address here.
  if (endpointId === ENVIRONMENT_ENDPOINT && endpoint.url !== settings.webhook?.url) return null;
  const at = now();
  const delivery = await collections.deliveries.findOneAndUpdate(
    // `$gt` is the condition of the partial index.
    { endpointId, dueAt: { $gt: new Date(0), $lte: at } },
    { $set: { dueAt: new Date(at.getTime() + DELIVERY_LEASE_MS) }, $inc: { attemptCount: 1 } },
    { sort: { dueAt: 1 }, returnDocument: 'after', projection: { attempts: 0 } },
  );
  return delivery && { endpoint, delivery };
}

export async function sendDelivery(
  deps: DeliveryDependencies,
  endpoint: WebhookEndpointDocument,
  delivery: ClaimedDelivery,
): Promise<void> {
  const attempt = await attemptDelivery(deps, endpoint, delivery);
  const { status, error } = attempt.stored;
  if (!isSuccess(status)) {
    deps.log.warn({ endpointId: endpoint._id, deliveryId: delivery._id, status, error }, 'a delivery failed');
  }
  // Before the delivery: after a crash between the two, the delivery is sent again, so neither is lost.
  await recordHealth(deps, endpoint, attempt.stored, delivery);
  await recordAttempt(deps, delivery, attempt);
}

async function recordAttempt(
  { collections: { deliveries }, log, metrics, now }: DeliveryDependencies,
  delivery: ClaimedDelivery,
  { stored, retryAfterMs }: Attempt,
): Promise<void> {
  const { _id, dueAt, attemptCount } = delivery;
  const attempts = attemptsWith(stored);
  const next = nextState(delivery, isSuccess(stored.status), { retryAfterMs, now: now() });
  const { matchedCount } = await deliveries.updateOne({ _id, dueAt, attemptCount }, [
    { $set: { ...literals(next), attempts } },
  ]);
  // The lease ended, or a replay was requested meanwhile. The next request decides what follows.
  if (matchedCount === 0) await deliveries.updateOne({ _id }, [{ $set: { attempts } }]);
  else if (next.state === 'failed' && delivery.trigger !== 'test') {
    const { endpointId } = delivery;
    log.error({ endpointId, deliveryId: _id, attempts: attemptCount }, 'a delivery is given up');
    metrics?.deliveryGivenUp();
  }
}

/** A pipeline expression. Only the last `DELIVERY_ANSWERS_KEPT` attempts keep their answers. */
function attemptsWith(stored: StoredAttempt): Document {
  const attempt = { $arrayElemAt: ['$attempts', '$$index'] };
  const isOld = { $lte: ['$$index', { $subtract: [{ $size: '$attempts' }, DELIVERY_ANSWERS_KEPT] }] };
  const shortened = {
    $map: {
      input: { $range: [0, { $size: '$attempts' }] },
      as: 'index',
      in: { $cond: [isOld, { $mergeObjects: [attempt, { responseBody: '' }] }, attempt] },
    },
  };
  return {
    $slice: [{ $concatArrays: [shortened, [{ $literal: stored }]] }, -DELIVERY_ATTEMPTS_KEPT],
  };
}

/** A text that begins with `$` would be a path in a pipeline. */
function literals(fields: Readonly<Record<string, unknown>>): Document {
  return Object.fromEntries(Object.entries(fields).map(([name, $literal]) => [name, { $literal }]));
}

function nextState(
  { tries, trigger }: ClaimedDelivery,
  isDelivered: boolean,
  { retryAfterMs, now }: { readonly retryAfterMs: number | null; readonly now: Date },
): Pick<DeliveryDocument, 'state' | 'dueAt' | 'tries' | 'trigger'> {
  if (isDelivered) return { state: 'delivered', dueAt: null, tries, trigger };
  const pause = trigger === 'test' ? undefined : WEBHOOK_PAUSES_MS[tries];
  if (pause === undefined) return { state: 'failed', dueAt: null, tries: tries + 1, trigger };
  // An endpoint can request a longer pause, but not use up its attempts faster.
  const pauseMs = Math.max(
    pause * (1 + (JITTER * randomInt(JITTER_STEPS)) / JITTER_STEPS),
    retryAfterMs ?? 0,
  );
  const dueAt = new Date(now.getTime() + Math.round(pauseMs));
  return { state: 'waiting', dueAt, tries: tries + 1, trigger: 'schedule' };
}
