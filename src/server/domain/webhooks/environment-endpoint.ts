import { MINUTE_MS } from '../../../shared/limits.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ENVIRONMENT_ENDPOINT } from './stored-endpoints.ts';

/** A process with the address of the stored endpoint confirms it well within this time. */
const UNCONFIRMED_AFTER_MS = 5 * MINUTE_MS;

/**
 * Stores the endpoint that `WEBHOOK_URL` sets, without its secrets. A new address begins enabled, unless an
 * administrator disabled the endpoint. During a rollout, the process that started last decides. Later calls
 * (`isStart: false`) replace another address only when no process has confirmed it for some minutes.
 */
export async function storeEnvironmentEndpoint(
  {
    collections: { webhookEndpoints },
    now,
    settings: { webhook },
  }: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  { isStart }: { readonly isStart: boolean },
): Promise<void> {
  const at = now();
  const _id = ENVIRONMENT_ENDPOINT;
  const isUnconfirmed = {
    confirmedAt: { $not: { $gt: new Date(at.getTime() - UNCONFIRMED_AFTER_MS) } },
  };
  if (webhook === null) {
    await webhookEndpoints.deleteOne({ _id, ...isUnconfirmed, 'unwrittenAudit.0': { $exists: false } });
    return;
  }
  const { url, types } = webhook;
  const isMine = isStart ? { _id } : { _id, $or: [{ url }, isUnconfirmed] };
  await webhookEndpoints.updateOne(
    { $and: [isMine, { url: { $ne: url } }] },
    { $set: { failingSince: null }, $unset: { unsentNotice: '' } },
  );
  await webhookEndpoints.updateOne(
    { $and: [isMine, { url: { $ne: url }, 'disabled.by': { $ne: 'administrator' } }] },
    { $set: { disabled: null } },
  );
  try {
    await webhookEndpoints.updateOne(
      isMine,
      {
        $set: { url, types, confirmedAt: at },
        $setOnInsert: { description: null, secrets: [], createdAt: at, disabled: null, failingSince: null },
      },
      { upsert: true },
    );
  } catch (error) {
    // The stored address is that of other processes, so the upsert tried to insert a second endpoint.
    if (!isDuplicateKey(error)) throw error;
  }
}
