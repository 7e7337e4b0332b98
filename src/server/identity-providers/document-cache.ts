import { LRUCache } from 'lru-cache';
import {
  HOUR_MS,
  MINUTE_MS,
  PROVIDER_CACHE_ENTRIES,
  PROVIDER_STALE_MAX_MS,
  SECOND_MS,
} from '../../shared/limits.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import { ProviderCallError } from '../net/provider-call-error.ts';
import { createSingleFlight } from '../net/single-flight.ts';

const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;
/** Where the provider says nothing. */
const DEFAULT_MS = 15 * MINUTE_MS;
/** After a failed or an asked-for fetch the next one waits this long, so that nobody can have us hammer a provider. */
const PAUSE_MS = 30 * SECOND_MS;

interface Entry {
  readonly value: unknown;
  readonly fetchedAt: number;
  readonly expiresAt: number;
  /** Not asked again before, unless it was never had. */
  readonly notBefore: number;
}

export interface DocumentCache {
  /**
   * The JSON document at this address, as `check` reads it; `check` throws when it is not what it must be. With `anew` it is
   * fetched although the kept one has not run out, once in 30 s. `maxAgeMs`: a kept one that is older is fetched anew. Rejects with what
   * went wrong when there is none to fall back on.
   */
  get<T>(
    url: string,
    check: (document: unknown) => T,
    options?: { anew?: boolean; maxAgeMs?: number },
  ): Promise<T>;
}

/**
 * Discovery documents and key sets of all providers: the 100 used last. They are kept as long as their headers say, between a minute
 * and a day; fetched by one at a time; and when that fails the old one does for another day, so that people can sign in with a
 * provider whose documents are out of reach.
 */
export function createDocumentCache(
  send: Fetch,
  options: { now?: () => number; onStale?: (url: string, error: unknown) => void } = {},
): DocumentCache {
  const { now = Date.now, onStale } = options;
  const entries = new LRUCache<string, Entry>({ max: PROVIDER_CACHE_ENTRIES });
  const once = createSingleFlight<Entry>();

  async function load(url: string, check: (document: unknown) => unknown): Promise<Entry> {
    // The answer says what was true when it was asked for, not when it arrived.
    const at = now();
    const response = await send(url, { headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      throw new ProviderCallError(
        'answer',
        `${new URL(url).host} answered ${response.status} instead of a document`,
      );
    }
    const value = check(parseJson(await response.text(), url));
    const entry = { value, fetchedAt: at, expiresAt: at + lifetimeOf(response.headers), notBefore: at };
    entries.set(url, entry);
    return entry;
  }

  return {
    async get<T>(
      url: string,
      check: (document: unknown) => T,
      { anew = false, maxAgeMs = LONGEST_MS }: { anew?: boolean; maxAgeMs?: number } = {},
    ) {
      const kept = entries.get(url);
      const due =
        !kept ||
        kept.expiresAt <= now() ||
        kept.fetchedAt + maxAgeMs <= now() ||
        (anew && kept.fetchedAt + PAUSE_MS <= now());
      if (kept && (!due || kept.notBefore > now())) return kept.value as T;
      try {
        return (await once(url, () => load(url, check))).value as T;
      } catch (error) {
        if (!kept || kept.expiresAt + PROVIDER_STALE_MAX_MS <= now()) throw error;
        onStale?.(url, error);
        entries.set(url, { ...kept, notBefore: now() + PAUSE_MS });
        return kept.value as T;
      }
    },
  };
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderCallError('answer', `${new URL(url).host} answered with what is not JSON`, { cause });
  }
}

/** RFC 9111 4.2.1, within our bounds: a document that may not be stored at all is still kept for a minute, or sign-in would ask twice. */
function lifetimeOf(headers: Headers): number {
  const control = headers.get('cache-control')?.toLowerCase() ?? '';
  if (/\bno-(store|cache)\b/.test(control)) return SHORTEST_MS;
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,10})/.exec(control)?.[1];
  const age = Number(/^\d{1,10}$/.exec(headers.get('age') ?? '')?.[0] ?? 0);
  const date = Date.parse(headers.get('date') ?? '');
  const expires = Date.parse(headers.get('expires') ?? '');
  const said =
    maxAge === undefined
      ? headers.has('expires')
        ? expires - (Number.isNaN(date) ? Date.now() : date)
        : DEFAULT_MS
      : (Number(maxAge) - age) * SECOND_MS;
  // An `Expires` that is no date, such as `0`, means "already".
  return Number.isNaN(said) ? SHORTEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, said));
}
