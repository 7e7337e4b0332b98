import { ObjectId } from 'mongodb';
import { HOUR_MS } from '../../../shared/limits.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import { derivedId } from '../../database/derived-id.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { countOnDay } from './daily-counts.ts';

/** Call it after the deciding write. A crash may lose the row, unlike that of a security event. */
export async function recordActivity(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  event: {
    userId: ObjectId;
    kind: ActivityKind;
    method?: string | null;
    label?: string | null;
    requestContext: RequestContext;
  },
): Promise<void> {
  await deps.collections.activity.insertOne({
    _id: new ObjectId(),
    userId: event.userId,
    kind: event.kind,
    method: event.method ?? null,
    label: event.label ?? null,
    ...whereFrom(event.requestContext),
    at: deps.now(),
  });
}

/**
 * Counts failed tries by hour and method. The caller does not wait, because the time of the answer would show
 * which addresses are known.
 */
export function recordFailedTry(
  deps: Pick<Dependencies, 'collections' | 'log' | 'now'>,
  event: {
    /** The owner of the account; a promise when the address or number must be looked up first. */
    user: Pick<UserDocument, '_id'> | Promise<Pick<UserDocument, '_id'> | null>;
    kind: 'sign-in-failed' | 're-authentication-failed';
    method: string;
    requestContext: RequestContext;
  },
): void {
  void countFailedTry(deps, event).catch((error: unknown) =>
    deps.log.warn({ err: error, kind: event.kind }, 'failed try not recorded'),
  );
}

async function countFailedTry(
  deps: Pick<Dependencies, 'collections' | 'log' | 'now'>,
  event: Parameters<typeof recordFailedTry>[1],
): Promise<void> {
  const { kind, method, requestContext } = event;
  const at = deps.now();
  if (kind === 'sign-in-failed') await countOnDay(deps, { kind, method, at, by: requestContext.ip ?? '' });
  const user = await event.user;
  if (!user) return;
  const hour = Math.floor(at.getTime() / HOUR_MS);
  // Tries in a session of the user are counted apart from those of unknown callers.
  const key = [user._id.toHexString(), kind, method, hour, requestContext.sessionId?.toHexString()].join(
    '\n',
  );
  const _id = derivedId(key);
  const row = { kind, method, label: null, ...whereFrom(requestContext), at };
  const count = () =>
    deps.collections.activity.updateOne(
      // The user is the shard key (docs/operating/scale.md).
      { _id, userId: user._id },
      { $inc: { count: 1 }, $setOnInsert: row },
      { upsert: true },
    );
  // Of two parallel first attempts, one inserts the row, and the other finds it on its second try.
  await count().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return count();
  });
}

function whereFrom({ ip, userAgent, sessionId }: RequestContext) {
  return { ip, userAgent, ...(sessionId ? { sessionId } : {}) };
}
