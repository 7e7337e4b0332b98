import type { ObjectId } from 'mongodb';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { EventDocument } from '../../database/event-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Stores the events of a security event. The oldest security event of a user is settled first, so `settledBefore`, the number of events that were
 * settled, gives each event its `sequence`. A repeated call finds the same number and changes nothing.
 */
export async function writeEvents(
  { collections, newEvents }: Pick<Dependencies, 'collections' | 'newEvents'>,
  subject: ObjectId,
  securityEvent: Pick<SecurityEvent, 'events' | 'at'>,
  settledBefore: number,
): Promise<void> {
  const documents = toEventDocuments(subject, securityEvent, settledBefore);
  if (documents.length === 0) return;
  for (const document of documents) await insertOnce(collections.events, document);
  newEvents.raise();
}

/** The events of a security event, as they are stored. */
export function toEventDocuments(
  subject: ObjectId,
  { events, at }: Pick<SecurityEvent, 'events' | 'at'>,
  settledBefore: number,
): EventDocument[] {
  const partition = partitionOf(subject);
  return events.map((event, index) => ({
    ...event,
    subject,
    sequence: settledBefore + index + 1,
    at,
    partition,
    unnumbered: true,
  }));
}

/** The events of a person that are decided and not settled yet, as they will be stored. */
export function unsettledEvents({
  _id,
  outbox = [],
  eventSequence = 0,
}: Pick<UserDocument, '_id' | 'outbox' | 'eventSequence'>): EventDocument[] {
  const unsettled: EventDocument[] = [];
  for (const securityEvent of outbox) {
    unsettled.push(...toEventDocuments(_id, securityEvent, eventSequence + unsettled.length));
  }
  return unsettled;
}

/** The end of an id counts up, so it spreads people evenly. */
export function partitionOf(subject: ObjectId): number {
  return Number.parseInt(subject.toHexString().slice(-2), 16) % EVENT_PARTITIONS;
}
