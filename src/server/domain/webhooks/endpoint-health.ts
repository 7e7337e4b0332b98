import type { Filter } from 'mongodb';
import { WEBHOOK_FAILING_MAX_MS } from '../../../shared/limits.ts';
import type {
  DeliveryDocument,
  StoredAttempt,
  WebhookEndpointDocument,
} from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendDisabledNotices } from './endpoint-notices.ts';

type HealthDependencies = Pick<Dependencies, 'collections' | 'log' | 'now' | 'settings' | 'vault'>;

/** HTTP 410: the endpoint wants no more requests (Standard Webhooks, "response status codes"). */
const GONE = 410;

/** Failed requests with the delivery before the one that disables an endpoint. */
const TRIES_BEFORE_DISABLED = 2;

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** `endpoint` is as read before the request, so `failingSince` is older than this attempt. */
export async function recordHealth(
  deps: HealthDependencies,
  endpoint: WebhookEndpointDocument,
  { at, status, trigger }: Pick<StoredAttempt, 'at' | 'status' | 'trigger'>,
  { tries }: Pick<DeliveryDocument, 'tries'>,
): Promise<void> {
  const { webhookEndpoints } = deps.collections;
  const { _id, url, failingSince } = endpoint;
  if (isSuccess(status)) {
    await webhookEndpoints.updateOne({ _id, failingSince: { $lte: at } }, { $set: { failingSince: null } });
    return;
  }
  if (status === GONE) return disable(deps, endpoint, 'gone', {});
  // An administrator may still be setting the endpoint up, so a failed test counts for nothing.
  if (trigger === 'test') return;
  if (failingSince === null) {
    // The filter expects the address and state that were read, because both may have changed meanwhile.
    await webhookEndpoints.updateOne({ _id, url, failingSince: null }, { $set: { failingSince: at } });
    return;
  }
  const before = new Date(deps.now().getTime() - WEBHOOK_FAILING_MAX_MS);
  if (failingSince > before) return;
  // After days without events, one failure does not disable an endpoint. The next attempts decide.
  if (tries < TRIES_BEFORE_DISABLED) return;
  await disable(deps, endpoint, 'failing', { failingSince: { $lte: before } });
}

async function disable(
  deps: HealthDependencies,
  { _id, url }: WebhookEndpointDocument,
  by: 'gone' | 'failing',
  condition: Filter<WebhookEndpointDocument>,
): Promise<void> {
  const { modifiedCount } = await deps.collections.webhookEndpoints.updateOne(
    { ...condition, _id, url, disabled: null },
    { $set: { disabled: { at: deps.now(), by }, unsentNotice: true } },
  );
  if (modifiedCount === 0) return;
  deps.log.warn({ endpointId: _id, by }, 'a webhook endpoint is disabled');
  await sendDisabledNotices(deps);
}
