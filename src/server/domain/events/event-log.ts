import type { ObjectId } from 'mongodb';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { EventDocument } from '../../database/event-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** `entries` are the oldest of the outbox. Their place gives `sequence`, so a repeated call is idempotent. */
export function eventsInOutbox(
  { _id: subject, eventSequence = 0 }: Pick<UserDocument, '_id' | 'eventSequence'>,
  entries: readonly Pick<SecurityEvent, 'at' | 'events'>[],
): EventDocument[] {
  const partition = partitionOf(subject);
  const contents = entries.flatMap(({ at, events }) => events.map((event) => ({ ...event, at })));
  return contents.map((event, index) => ({
    ...event,
    subject,
    sequence: eventSequence + index + 1,
    partition,
    unnumbered: true,
  }));
}

/** The end of an id counts up, so it spreads users evenly. */
export function partitionOf(subject: ObjectId): number {
  return Number.parseInt(subject.toHexString().slice(-2), 16) % EVENT_PARTITIONS;
}
