import { ObjectId } from 'mongodb';
import type { ActivityKind } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';

/** Appends to what happened to a user's account. It follows the write that decided, so that what it tells has happened. */
export async function recordActivity(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  event: {
    userId: ObjectId;
    kind: ActivityKind;
    method?: string;
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
    ip: event.client.ip,
    userAgent: event.client.userAgent?.slice(0, 512) ?? null,
    at: deps.now(),
  });
}
