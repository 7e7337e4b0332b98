import type { ObjectId } from 'mongodb';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import { foyerEvent, type FoyerEvent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { EventDocument } from '../../database/event-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Stores the events of a security event. The oldest security event of a user is settled first, so `settledBefore`, the number of events that were
 * settled, gives each event its `sequence`. A repeated call finds the same number and changes nothing.
 */
export async function writeEvents(
  { collections, newEvents }: Pick<Dependencies, 'collections' | 'newEvents'>,
  subject: ObjectId,
  { events = [], at }: Pick<SecurityEvent, 'events' | 'at'>,
  settledBefore: number,
): Promise<void> {
  if (events.length === 0) return;
  const partition = partitionOf(subject);
  for (const [index, event] of events.entries()) {
    await insertOnce(collections.events, {
      ...event,
      subject,
      sequence: settledBefore + index + 1,
      at,
      partition,
      unnumbered: true,
    });
  }
  newEvents.raise();
}

/** The end of an id counts up, so it spreads people evenly. */
export function partitionOf(subject: ObjectId): number {
  return Number.parseInt(subject.toHexString().slice(-2), 16) % EVENT_PARTITIONS;
}

/** The public shape. */
export function toEvent({ _id, type, at, subject, sequence, data }: EventDocument): FoyerEvent {
  return foyerEvent.parse({
    id: _id.toHexString(),
    type,
    timestamp: at.toISOString(),
    subject: subject.toHexString(),
    sequence,
    data,
  });
}
