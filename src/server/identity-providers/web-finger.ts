import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MINUTE_MS, PROVIDER_CACHE_ENTRIES } from '../../shared/limits.ts';
import type { Fetch } from '../net/transport.ts';
import { createSingleFlight } from '../net/single-flight.ts';

const ISSUER_RELATION = 'http://openid.net/specs/connect/1.0/issuer';
const FOUND_MS = 15 * MINUTE_MS;
const NOT_FOUND_MS = MINUTE_MS;

/** The used fields of RFC 7033 section 4.4. */
const descriptor = z.looseObject({
  links: z.array(z.looseObject({ rel: z.string(), href: z.string().max(2048).optional() })).max(100),
});

export interface WebFinger {
  /** The declared issuer of this address, or `null`. Never rejects: an invalid answer counts as none. */
  findIssuer(email: string): Promise<string | null>;
  /** Whether the answer is cached, so that `findIssuer` makes no call. */
  isKnown(email: string): boolean;
}

/** A found issuer is cached for the domain, a missing one for the address (Discovery 1.0 section 2). */
export function createWebFinger(
  send: Fetch,
  options: {
    /** The origin that answers for a domain, for the local demo. */
    readonly origins?: ReadonlyMap<string, string>;
    readonly onFailure: (domain: string, error: unknown) => void;
    readonly now?: () => number;
  },
): WebFinger {
  const { origins, onFailure, now = Date.now } = options;
  const cache = new LRUCache<string, { issuer: string | null; until: number }>({
    max: PROVIDER_CACHE_ENTRIES,
  });
  const once = createSingleFlight<string | null>();

  const cachedEntry = (email: string) => {
    const entries = [cache.get(domainOf(email)), cache.get(email)];
    return entries.find((entry) => entry !== undefined && entry.until > now());
  };

  async function fetchIssuer(email: string): Promise<string | null> {
    const domain = domainOf(email);
    const url = new URL('/.well-known/webfinger', origins?.get(domain) ?? `https://${domain}`);
    url.searchParams.set('resource', `acct:${email}`);
    url.searchParams.set('rel', ISSUER_RELATION);
    let issuer: string | null = null;
    try {
      const response = await send(url, { headers: { accept: 'application/jrd+json' } });
      issuer = response.ok ? issuerIn(await response.json()) : null;
    } catch (error) {
      onFailure(domain, error);
    }
    cache.set(issuer === null ? email : domain, {
      issuer,
      until: now() + (issuer === null ? NOT_FOUND_MS : FOUND_MS),
    });
    return issuer;
  }

  return {
    isKnown: (email) => cachedEntry(email) !== undefined,
    findIssuer(email) {
      const cached = cachedEntry(email);
      if (cached) return Promise.resolve(cached.issuer);
      return once(email, () => fetchIssuer(email));
    },
  };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function issuerIn(answer: unknown): string | null {
  const href = descriptor.safeParse(answer).data?.links.find(({ rel }) => rel === ISSUER_RELATION)?.href;
  // `URL` removes line breaks and tabs, but the issuer is stored and compared as text.
  if (href === undefined || !/^[\x21-\x7e]+$/.test(href) || !URL.canParse(href)) return null;
  const { protocol, search, hash, username, password } = new URL(href);
  // An issuer has none of these (OpenID Connect Discovery 1.0 section 3). The guarded fetch decides on http.
  const isPlain = !search && !hash && !username && !password;
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? href : null;
}
