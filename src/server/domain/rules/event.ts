import { z } from 'zod';
import { EVENT_TYPES } from '../../../shared/event-types.ts';
import { EVENT_DATA, foyerEvent, type FoyerEvent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { EventDocument } from '../../database/event-documents.ts';

/** Removes the fields that a newer version has added. */
const KNOWN_DATA = new Map<string, z.ZodType>(
  EVENT_TYPES.map((type) => [type, z.object(EVENT_DATA[type].shape)]),
);

/** A process of a newer version may store other types. */
export function isKnownEvent({ type }: Pick<EventDocument, 'type'>): boolean {
  return KNOWN_DATA.has(type);
}

/** Throws `UNAVAILABLE` for a newer version's type: followers ask again until such a process answers. */
export function toEvent({ _id, type, at, subject, sequence, data }: EventDocument): FoyerEvent {
  const known = KNOWN_DATA.get(type);
  if (!known) throw new AppError('UNAVAILABLE');
  return foyerEvent.parse({
    id: _id.toHexString(),
    type,
    timestamp: at.toISOString(),
    subject: subject.toHexString(),
    sequence,
    data: known.parse(data),
  });
}
