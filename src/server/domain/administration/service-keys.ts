import { SERVICE_KEY_LAST_USED_EVERY_MS } from '../../../shared/limits.ts';
import type {
  CreatedServiceKey,
  CreateServiceKeyInput,
  ServiceKey,
} from '../../../shared/schemas/service-keys.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { ServiceKeyDocument } from '../../database/administration-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';

/** The service key with this text, or `null` when it is unknown, expired or revoked. One read by unique index. */
export async function readServiceKey(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  key: string,
  client: RequestClient,
): Promise<ServiceKeyDocument | null> {
  const { serviceKeys } = deps.collections;
  const now = deps.now();
  const stored = await serviceKeys.findOne({ keyHash: hashToken(key) });
  if (!stored || stored.revokedAt !== null || stored.expires <= now) return null;

  const before = new Date(now.getTime() - SERVICE_KEY_LAST_USED_EVERY_MS);
  if (stored.lastUsed === null || stored.lastUsed.at <= before) {
    await serviceKeys.updateOne(
      // Of parallel requests, one writes.
      { _id: stored._id, $or: [{ lastUsed: null }, { 'lastUsed.at': { $lte: before } }] },
      { $set: { lastUsed: { at: now, ip: client.ip } } },
    );
  }
  return stored;
}

/** The service keys, newest first. */
export function listServiceKeys(_deps: Dependencies): Promise<ServiceKey[]> {
  throw new Error('to be built');
}

/** Makes a service key. */
export function createServiceKey(
  _deps: Dependencies,
  _by: Authority,
  _input: CreateServiceKeyInput,
  _client: RequestClient,
): Promise<CreatedServiceKey> {
  throw new Error('to be built');
}

/** Revokes a service key. */
export function revokeServiceKey(
  _deps: Dependencies,
  _by: Authority,
  _id: string,
  _client: RequestClient,
): Promise<{ id: string }> {
  throw new Error('to be built');
}
