import { ObjectId } from 'mongodb';
import { SERVICE_KEY_KEPT_MS, HOUR_MS, DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type {
  CreatedServiceKey,
  CreateServiceKeyInput,
  ServiceKey,
} from '../../../shared/schemas/service-keys.ts';
import { SERVICE_SCOPES } from '../../../shared/service-scopes.ts';
import { AppError } from '../../app-error.ts';
import { createServiceKeySecret, serviceKeyHint } from '../../crypto/access-token-format.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { ServiceKeyDocument } from '../../database/administration-documents.ts';
import { insertInFreeSlot } from '../../database/free-slot.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditRow, writeAuditOf } from '../authority/unwritten-audit.ts';
import { isAdministrator, isSuspended } from '../rules/access.ts';
import { isAllowedAddress } from '../rules/allowed-addresses.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { requireExpiry } from '../rules/expiry.ts';

export const SERVICE_KEYS_MAX = 50;
const SERVICE_KEY_MIN_AGE_MS = HOUR_MS;
const SERVICE_KEY_MAX_AGE_MS = 365 * DAY_MS;
export const SERVICE_KEY_LAST_USED_EVERY_MS = 5 * MINUTE_MS;
type ServiceKeyDependencies = Pick<Dependencies, 'collections' | 'now'>;

/** `null` when the key is unknown, expired, revoked, or not for this address. One read by unique index. */
export async function readServiceKey(
  deps: ServiceKeyDependencies,
  key: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<ServiceKeyDocument | null> {
  const { serviceKeys } = deps.collections;
  const now = deps.now();
  const stored = await serviceKeys.findOne({ keyHash: hashToken(key) });
  if (!stored || stateOf(stored, now) !== 'active') return null;
  if (!isAllowedAddress(stored.allowedAddresses, requestContext.ip)) return null;

  const before = new Date(now.getTime() - SERVICE_KEY_LAST_USED_EVERY_MS);
  if (stored.lastUsed === null || stored.lastUsed.at <= before) {
    await serviceKeys.updateOne(
      // If two requests run at once, one writes.
      { _id: stored._id, $or: [{ lastUsed: null }, { 'lastUsed.at': { $lte: before } }] },
      { $set: { lastUsed: { at: now, ip: requestContext.ip } } },
    );
  }
  return stored;
}

/** Newest first: the keys that work, and those that ended within the last month. */
export async function listServiceKeys(deps: ServiceKeyDependencies): Promise<ServiceKey[]> {
  const now = deps.now();
  const since = new Date(now.getTime() - SERVICE_KEY_KEPT_MS);
  const rows = await deps.collections.serviceKeys
    .find({ expires: { $gt: since }, $or: [{ revokedAt: null }, { revokedAt: { $gt: since } }] })
    .sort({ createdAt: -1, _id: -1 })
    .toArray();
  const makers = await findMakers(deps, rows);
  return rows.map((row) => toServiceKey(row, makers, now));
}

/**
 * Makes a service key and answers its secret, which is not stored. The insert carries the row of the audit
 * log, which is written before the answer, or after a crash by the job runner. An insert cannot depend on the
 * actor. So the authority is checked again after it, and without it the key is deleted.
 * Throws `INVALID_INPUT` for an expiry that is past or more than a year away, `TOO_MANY_SERVICE_KEYS`, and
 * what `requireAuthority` throws.
 */
export async function createServiceKey(
  deps: ServiceKeyDependencies,
  authority: Authority,
  input: CreateServiceKeyInput,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<CreatedServiceKey> {
  const now = deps.now();
  const bounds = { minAgeMs: SERVICE_KEY_MIN_AGE_MS, maxAgeMs: SERVICE_KEY_MAX_AGE_MS };
  const expires = requireExpiry(input.expires, now, bounds);
  const scopes = SERVICE_SCOPES.filter((scope) => input.scopes.includes(scope));
  const allowedAddresses = [...new Set(input.allowedAddresses)];
  const key = createServiceKeySecret();
  const _id = new ObjectId();
  const entry = makeAuditEntry(authority, requestContext, {
    action: 'service-key-created',
    after: { name: input.name, scopes, expires, allowedAddresses },
  });
  await requireAuthority(deps, authority);
  const stored: ServiceKeyDocument = {
    _id,
    keyHash: hashToken(key),
    lastFour: key.slice(-4),
    name: input.name,
    scopes,
    allowedAddresses,
    createdAt: now,
    createdBy: authority.kind === 'administrator' ? authority.actor.user._id : null,
    expires,
    revokedAt: null,
    lastUsed: null,
    unwrittenAudit: [makeAuditRow({ kind: 'service-key', id: _id }, now, entry)],
  };
  await insertKey(deps, stored);
  try {
    await requireAuthority(deps, authority);
  } catch (error) {
    await deps.collections.serviceKeys.deleteOne({ _id });
    throw error;
  }
  await writeAuditOf(deps, deps.collections.serviceKeys, stored);
  const makers = await findMakers(deps, [stored]);
  return { key, serviceKey: toServiceKey(stored, makers, now) };
}

/** If two calls run at once, one succeeds. Throws `NOT_FOUND`, and what `requireAuthority` throws. */
export async function revokeServiceKey(
  deps: ServiceKeyDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<{ id: string }> {
  const isRevoked = await revokeKey(deps, authority, new ObjectId(id), requestContext, {
    isAuthorityChecked: false,
  });
  if (!isRevoked) throw new AppError('NOT_FOUND');
  return { id };
}

async function revokeKey(
  deps: ServiceKeyDependencies,
  authority: Authority,
  _id: ObjectId,
  requestContext: Pick<RequestContext, 'ip'>,
  { isAuthorityChecked }: { readonly isAuthorityChecked: boolean },
): Promise<boolean> {
  const { serviceKeys } = deps.collections;
  const now = deps.now();
  const stored = await serviceKeys.findOne({ _id }, { projection: { name: 1 } });
  const entry = makeAuditEntry(authority, requestContext, {
    action: 'service-key-revoked',
    before: stored && { name: stored.name },
  });
  if (!isAuthorityChecked) await requireAuthority(deps, authority);
  const revoked = await serviceKeys.findOneAndUpdate(
    { _id, revokedAt: null },
    {
      $set: { revokedAt: now },
      $unset: { slot: '' },
      $push: { unwrittenAudit: makeAuditRow({ kind: 'service-key', id: _id }, now, entry) },
    },
    { returnDocument: 'after' },
  );
  if (revoked) await writeAuditOf(deps, serviceKeys, revoked);
  return revoked !== null;
}

/** The keys that work and that this user made. Only such keys have a slot, so there are few. */
export function findKeysOf(
  { collections, now }: ServiceKeyDependencies,
  userId: ObjectId,
): Promise<ServiceKeyDocument[]> {
  return collections.serviceKeys
    .find({ slot: { $gte: 0 }, createdBy: userId, expires: { $gt: now() } })
    .toArray();
}

/** The suspension has checked the authority. A repeated call ends what a crash has left. */
export async function revokeKeysOf(
  deps: ServiceKeyDependencies,
  authority: Authority,
  userId: ObjectId,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<void> {
  for (const { _id } of await findKeysOf(deps, userId))
    await revokeKey(deps, authority, _id, requestContext, { isAuthorityChecked: true });
}

async function insertKey(deps: ServiceKeyDependencies, key: ServiceKeyDocument): Promise<void> {
  const { serviceKeys } = deps.collections;
  await serviceKeys.updateMany(
    { slot: { $gte: 0 }, expires: { $lte: key.createdAt } },
    { $unset: { slot: '' } },
  );
  if (!(await insertInFreeSlot(serviceKeys, key, SERVICE_KEYS_MAX)))
    throw new AppError('TOO_MANY_SERVICE_KEYS');
}

function stateOf({ revokedAt, expires }: ServiceKeyDocument, now: Date): ServiceKey['state'] {
  if (revokedAt !== null) return 'revoked';
  return expires <= now ? 'expired' : 'active';
}

type Maker = Pick<UserDocument, '_id' | 'name' | 'roles' | 'suspension'>;

async function findMakers(
  { collections }: ServiceKeyDependencies,
  rows: readonly ServiceKeyDocument[],
): Promise<ReadonlyMap<string, Maker>> {
  const ids = rows.flatMap(({ createdBy }) => createdBy ?? []);
  const users = await collections.users
    .find<Maker>(
      { _id: { $in: ids }, deletedAt: { $exists: false } },
      { projection: { name: 1, roles: 1, suspension: 1 } },
    )
    .toArray();
  return new Map(users.map((user) => [user._id.toHexString(), user]));
}

function toServiceKey(row: ServiceKeyDocument, makers: ReadonlyMap<string, Maker>, now: Date): ServiceKey {
  const { lastUsed } = row;
  const makerId = row.createdBy?.toHexString();
  const maker = makers.get(makerId ?? '');
  return {
    id: row._id.toHexString(),
    name: row.name,
    hint: serviceKeyHint(row.lastFour),
    // A newer version may know more scopes.
    scopes: SERVICE_SCOPES.filter((scope) => row.scopes.includes(scope)),
    allowedAddresses: [...row.allowedAddresses],
    createdAt: row.createdAt.toISOString(),
    createdBy:
      makerId === undefined
        ? null
        : {
            id: makerId,
            name: maker?.name ?? null,
            isAdministrator: maker !== undefined && isAdministrator(maker) && !isSuspended(maker, now),
          },
    expires: row.expires.toISOString(),
    state: stateOf(row, now),
    lastUsed: lastUsed && { at: lastUsed.at.toISOString(), ip: lastUsed.ip },
  };
}
