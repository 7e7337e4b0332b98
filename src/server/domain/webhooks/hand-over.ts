import type { EventDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Adds a delivery for each event and each enabled endpoint that receives its type. A repeated call adds nothing. */
export function handOverEvents(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  events: readonly EventDocument[],
): Promise<void> {
  throw new Error(`to be built ${String(deps.now())} ${events.length}`);
}
