import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { HOUR_MS } from '../../../shared/limits.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { USER_AGENT_MAX_LENGTH } from '../rules/device.ts';

/**
 * Appends to what happened to a user's account. It follows the write that decided, so that what it tells has happened. Only for what is
 * not decided by a write on the user: that carries a security event, which no crash loses.
 */
export async function recordActivity(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  event: {
    userId: ObjectId;
    kind: ActivityKind;
    method?: string | null;
    label?: string | null;
    client: RequestClient;
  },
): Promise<void> {
  await deps.collections.activity.insertOne({
    _id: new ObjectId(),
    userId: event.userId,
    kind: event.kind,
    method: event.method ?? null,
    label: event.label ?? null,
    ...whereFrom(event.client),
    at: deps.now(),
  });
}

/**
 * Counts a failed try to get into an account: one row an hour for each way, so that whoever guesses writes the owner one line and not a
 * thousand. Where it came from is the hour's first.
 *
 * It is not waited for and never fails. An address that nobody has is written nowhere, and waiting for the write would tell the two apart.
 */
export function recordFailedTry(
  deps: Pick<Dependencies, 'collections' | 'log' | 'now'>,
  event: {
    /** Whose account it was; whoever has an address or number may have to be looked up. */
    user: Pick<UserDocument, '_id'> | Promise<Pick<UserDocument, '_id'> | null>;
    kind: 'sign-in-failed' | 're-authentication-failed';
    method: string;
    client: RequestClient;
  },
): void {
  void countFailedTry(deps, event).catch((error: unknown) =>
    deps.log.warn({ err: error, kind: event.kind }, 'failed try not recorded'),
  );
}

async function countFailedTry(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  event: Parameters<typeof recordFailedTry>[1],
): Promise<void> {
  const { kind, method, client } = event;
  const user = await event.user;
  if (!user) return;
  const at = deps.now();
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const key = [user._id.toHexString(), kind, method, hour].join('\n');
  const _id = new ObjectId(createHash('sha256').update(key).digest('hex').slice(0, 24));
  const row = { userId: user._id, kind, method, label: null, ...whereFrom(client), at };
  const count = () =>
    deps.collections.activity.updateOne({ _id }, { $inc: { count: 1 }, $setOnInsert: row }, { upsert: true });
  // Of two first tries at once one inserts, and the other finds that row the second time.
  await count().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return count();
  });
}

function whereFrom({ ip, userAgent }: RequestClient): { ip: string | null; userAgent: string | null } {
  return { ip, userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null };
}
