import { isFoyerError, type FoyerClient } from '../../client.ts';
import type { EventType } from '../../events.ts';

type EventPage = Awaited<ReturnType<FoyerClient['events']['list']['query']>>;

/** Where a list begins: after a cursor, at the oldest event that is kept, or after the newest. */
export type Start = { readonly after: string } | { readonly from: 'oldest' | 'now' };

export interface Following {
  readonly client: FoyerClient;
  readonly types: readonly EventType[] | undefined;
  readonly subject?: string | undefined;
  /** Ends the list. */
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Says why nothing comes. */
  readonly warn: (text: string) => void;
}

/** How long to wait when there was no more. */
const POLL_MS = 1000;
const PAUSE_MS = 5000;

/** Answers page after page, and waits for new events. While Foyer is away, it waits, too. Throws what `events.list` throws otherwise. */
export async function* followEvents(start: Start, following: Following): AsyncGenerator<EventPage> {
  const { client, types, subject, signal, sleep, warn } = following;
  const filter = { ...(types && { types: [...types] }), ...(subject !== undefined && { subject }) };
  let position = start;
  let isAway = false;
  while (!signal.aborted) {
    try {
      const page = await client.events.list.query({ ...position, ...filter }, { signal });
      isAway = false;
      yield page;
      position = { after: page.cursor };
      if (!page.hasMore) await sleep(POLL_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isFoyerError(error) || (error.code !== 'UNAVAILABLE' && error.code !== 'RATE_LIMITED'))
        throw error;
      if (!isAway) warn(`${client.url} does not answer (${error.code}). Trying again.`);
      isAway = true;
      await sleep(error.retryAfter === undefined ? PAUSE_MS : error.retryAfter * 1000, signal);
    }
  }
}
