import type { Dependencies } from '../../dependencies.ts';

/**
 * Gives a position to each event that has none, in the partitions whose lease `holder` gets. Before that, each event is handed to the webhook
 * endpoints (`handOverEvents`). Answers how many events it numbered.
 */
export function numberEvents(
  deps: Pick<Dependencies, 'collections' | 'now' | 'log' | 'settings'>,
  holder: string,
): Promise<number> {
  throw new Error(`to be built ${String(deps.now())} ${holder}`);
}
