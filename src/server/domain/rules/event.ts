import { foyerEvent, type FoyerEvent } from '../../../shared/schemas/events.ts';
import type { EventDocument } from '../../database/event-documents.ts';

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
