import { ObjectId } from 'mongodb';
import type { z } from 'zod';
import type { Dependencies } from '../../server/dependencies.ts';
import { eventsInOutbox } from '../../server/domain/events/event-log.ts';
import { listEvents } from '../../server/domain/events/event-list.ts';
import { listEventsInput, type FoyerEvent } from '../../shared/schemas/events.ts';
import { EVENT_PARTITIONS } from '../../shared/limits.ts';
import type { TestApp } from '../app/test-app.ts';

type EventDependencies = Pick<Dependencies, 'collections' | 'newEvents' | 'now'>;

interface StoredAs {
  readonly type: 'user.resumed' | 'user.deleted';
  readonly at: Date;
  readonly _id: ObjectId;
}

/** An id whose events are in this partition. */
export function subjectIn(partition: number): ObjectId {
  const ending = (partition % EVENT_PARTITIONS).toString(16).padStart(2, '0');
  return new ObjectId(new ObjectId().toHexString().slice(2) + ending);
}

/** Stores the event with this `sequence`, as the outbox of its change does. */
export async function storeEvent(
  deps: EventDependencies,
  subject: ObjectId,
  sequence: number,
  { type = 'user.resumed', at = deps.now(), _id = new ObjectId() }: Partial<StoredAs> = {},
): Promise<void> {
  const events = eventsInOutbox({ _id: subject, eventSequence: sequence - 1 }, [
    { events: [{ type, data: {}, _id }], at },
  ]);
  await deps.collections.events.insertMany(events);
  deps.newEvents.raise();
}

/** All events after a cursor, and the next cursor. */
export async function followEvents(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  input: z.input<typeof listEventsInput> = {},
): Promise<{ events: FoyerEvent[]; cursor: string }> {
  const page = await listEvents(deps, listEventsInput.parse(input));
  if (!page.hasMore) return { events: page.events, cursor: page.cursor };
  const rest = await followEvents(deps, { ...input, after: page.cursor });
  return { events: [...page.events, ...rest.events], cursor: rest.cursor };
}

/** Removes all events, so that positions begin at 1 again. */
export async function forgetEvents({ deps: { collections } }: TestApp): Promise<void> {
  await Promise.all([collections.events.deleteMany({}), collections.eventPartitions.deleteMany({})]);
}
