import { isFoyerError, type FoyerClient } from '../../client.ts';
import type { EventType } from '../../events.ts';

type EventPage = Awaited<ReturnType<FoyerClient['events']['list']['query']>>;

export type Start = { readonly after: string } | { readonly from: 'oldest' | 'now' };

export interface Following {
  readonly client: FoyerClient;
  readonly types: readonly EventType[] | undefined;
  readonly subject?: string | undefined;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly warn: (text: string) => void;
}

/** The pause after a page without more events. */
const POLL_MS = 1000;
const PAUSE_MS = 5000;

/** Yields pages and waits for new events, also during an outage. Throws what else `events.list` throws. */
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
