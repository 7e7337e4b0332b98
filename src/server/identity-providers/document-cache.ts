import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS, PROVIDER_CACHE_ENTRIES, SECOND_MS, DAY_MS } from '../../shared/limits.ts';
import type { Fetch } from '../net/transport.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import { createSingleFlight } from '../net/single-flight.ts';

/** How long an expired document is used while the provider does not answer. */
const PROVIDER_STALE_MAX_MS = DAY_MS;
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;
/** Used when the headers name no lifetime. */
const DEFAULT_MS = 15 * MINUTE_MS;
/** After a failed or a forced fetch, so that users cannot make Foyer flood a provider. */
const PAUSE_MS = 30 * SECOND_MS;

interface Entry {
  readonly value: unknown;
  readonly fetchedAt: number;
  readonly expiresAt: number;
  /** No fetch before this time, unless there is no entry at all. */
  readonly notBefore: number;
}

export interface DocumentCache {
  /**
   * `check` throws for an invalid document. `refetch` fetches a valid one again, at most once in 30 s;
   * `maxAgeMs` an older one. Rejects when a fetch fails and no cached document can be used.
   */
  get<T>(
    url: string,
    check: (document: unknown) => T,
    options?: { refetch?: boolean; maxAgeMs?: number },
  ): Promise<T>;
}

/**
 * Keeps the 100 last used documents as long as their headers say, from a minute to a day. After a failed
 * fetch, the old document serves for another day.
 */
export function createDocumentCache(
  send: Fetch,
  options: { now?: () => number; onStale?: (url: string, error: unknown) => void } = {},
): DocumentCache {
  const { now = Date.now, onStale } = options;
  const entries = new LRUCache<string, Entry>({ max: PROVIDER_CACHE_ENTRIES });
  const once = createSingleFlight<Entry>();

  async function load(url: string, check: (document: unknown) => unknown): Promise<Entry> {
    // The lifetime starts at the request, because the answer is as old as that.
    const requestedAt = now();
    const response = await send(url, { headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      throw new OutgoingCallError(
        'answer',
        `${new URL(url).host} answered ${response.status} instead of a document`,
      );
    }
    const value = check(parseJson(await response.text(), url));
    const entry = {
      value,
      fetchedAt: requestedAt,
      expiresAt: requestedAt + lifetimeOf(response.headers),
      notBefore: requestedAt,
    };
    entries.set(url, entry);
    return entry;
  }

  return {
    async get<T>(
      url: string,
      check: (document: unknown) => T,
      { refetch = false, maxAgeMs = LONGEST_MS }: { refetch?: boolean; maxAgeMs?: number } = {},
    ) {
      const cached = entries.get(url);
      const due =
        !cached ||
        cached.expiresAt <= now() ||
        cached.fetchedAt + maxAgeMs <= now() ||
        (refetch && cached.fetchedAt + PAUSE_MS <= now());
      if (cached && (!due || cached.notBefore > now())) return cached.value as T;
      try {
        return (await once(url, () => load(url, check))).value as T;
      } catch (error) {
        if (!cached || cached.expiresAt + PROVIDER_STALE_MAX_MS <= now()) throw error;
        onStale?.(url, error);
        entries.set(url, { ...cached, notBefore: now() + PAUSE_MS });
        return cached.value as T;
      }
    },
  };
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OutgoingCallError('answer', `${new URL(url).host} answered with invalid JSON`, { cause });
  }
}

/** RFC 9111 4.2.1, within bounds. Even `no-store` is kept for a minute: one sign-in needs it twice. */
function lifetimeOf(headers: Headers): number {
  const control = headers.get('cache-control')?.toLowerCase() ?? '';
  if (/\bno-(store|cache)\b/.test(control)) return SHORTEST_MS;
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,10})/.exec(control)?.[1];
  const age = Number(/^\d{1,10}$/.exec(headers.get('age') ?? '')?.[0] ?? 0);
  const date = Date.parse(headers.get('date') ?? '');
  const expires = Date.parse(headers.get('expires') ?? '');
  const lifetimeMs =
    maxAge === undefined
      ? headers.has('expires')
        ? expires - (Number.isNaN(date) ? Date.now() : date)
        : DEFAULT_MS
      : (Number(maxAge) - age) * SECOND_MS;
  // An invalid `Expires`, such as `0`, means "already expired" (RFC 9111 5.3).
  return Number.isNaN(lifetimeMs) ? SHORTEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, lifetimeMs));
}
