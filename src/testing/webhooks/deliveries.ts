import { ObjectId } from 'mongodb';
import type { DeliveryDocument } from '../../server/database/event-documents.ts';

/** Waits for its first request. */
export function makeDelivery(endpointId: string, changes: Partial<DeliveryDocument> = {}): DeliveryDocument {
  const eventId = changes.eventId ?? new ObjectId();
  const createdAt = changes.createdAt ?? new Date();
  return {
    _id: `${endpointId}:${eventId.toHexString()}`,
    endpointId,
    eventId,
    type: 'user.created',
    subject: new ObjectId(),
    body: '{}',
    state: 'waiting',
    dueAt: createdAt,
    tries: 0,
    attemptCount: 0,
    trigger: 'schedule',
    attempts: [],
    createdAt,
    ...changes,
  };
}
