import type { Dependencies } from '../../dependencies.ts';
import { ENVIRONMENT_ENDPOINT } from './enabled-endpoints.ts';

/**
 * Stores the endpoint that `WEBHOOK_URL` sets, so that it gets deliveries like others; without `WEBHOOK_URL`, removes it. Its secrets are never stored. A new
 * address begins enabled, unless an administrator disabled the endpoint.
 */
export async function storeEnvironmentEndpoint({
  collections: { webhookEndpoints },
  now,
  settings: { webhook },
}: Pick<Dependencies, 'collections' | 'now' | 'settings'>): Promise<void> {
  const _id = ENVIRONMENT_ENDPOINT;
  if (webhook === null) {
    await webhookEndpoints.deleteOne({ _id });
    return;
  }
  const { url, types } = webhook;
  await webhookEndpoints.updateOne(
    { _id, url: { $ne: url } },
    { $set: { failingSince: null }, $unset: { unsentNotice: '' } },
  );
  await webhookEndpoints.updateOne(
    { _id, url: { $ne: url }, 'disabled.by': { $ne: 'administrator' } },
    { $set: { disabled: null } },
  );
  await webhookEndpoints.updateOne(
    { _id },
    {
      $set: { url, types },
      $setOnInsert: { description: null, secrets: [], createdAt: now(), disabled: null, failingSince: null },
    },
    { upsert: true },
  );
}
