import type { EventPage, ListEventsInput } from '../../../shared/schemas/events.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * One page of events, from a cursor on. Events about one person stand in the order of their `sequence`. A follower that passes each `cursor` on
 * misses nothing.
 *
 * Throws `INVALID_INPUT` for a cursor that this function did not make, and `EVENT_CURSOR_EXPIRED`.
 */
export function listEvents(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  input: ListEventsInput,
): Promise<EventPage> {
  throw new Error(`to be built ${String(deps.now())} ${input.limit}`);
}
