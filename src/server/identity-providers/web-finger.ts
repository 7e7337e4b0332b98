import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MINUTE_MS, PROVIDER_CACHE_ENTRIES } from '../../shared/limits.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import { createSingleFlight } from '../net/single-flight.ts';

const ISSUER_RELATION = 'http://openid.net/specs/connect/1.0/issuer';
const FOUND_MS = 15 * MINUTE_MS;
const NOT_FOUND_MS = MINUTE_MS;

/** RFC 7033 section 4.4, as far as it is read. */
const descriptor = z.looseObject({
  links: z.array(z.looseObject({ rel: z.string(), href: z.string().max(2048).optional() })).max(100),
});

export interface WebFinger {
  /** The issuer that the address's domain names for it, or `null`. Never rejects: a domain that answers nothing useful names none. */
  findIssuer(email: string): Promise<string | null>;
  /** Whether the answer is known, so that asking costs no call. */
  isKnown(email: string): boolean;
}

/**
 * OpenID Connect Discovery 1.0 section 2: asks `https://<domain>/.well-known/webfinger` who signs the people of this address in. What a
 * domain answered counts for all of its addresses for a while; what it did not answer, for that address alone.
 */
export function createWebFinger(
  send: Fetch,
  options: {
    /** Where a domain answers instead of at itself: the local demo. */
    readonly origins?: ReadonlyMap<string, string>;
    readonly onFailure: (domain: string, error: unknown) => void;
    readonly now?: () => number;
  },
): WebFinger {
  const { origins, onFailure, now = Date.now } = options;
  const found = new LRUCache<string, { issuer: string | null; until: number }>({
    max: PROVIDER_CACHE_ENTRIES,
  });
  const once = createSingleFlight<string | null>();

  const knownFor = (email: string) => {
    const entries = [found.get(domainOf(email)), found.get(email)];
    return entries.find((entry) => entry !== undefined && entry.until > now());
  };

  async function ask(email: string): Promise<string | null> {
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
    found.set(issuer === null ? email : domain, {
      issuer,
      until: now() + (issuer === null ? NOT_FOUND_MS : FOUND_MS),
    });
    return issuer;
  }

  return {
    isKnown: (email) => knownFor(email) !== undefined,
    findIssuer(email) {
      const known = knownFor(email);
      if (known) return Promise.resolve(known.issuer);
      return once(email, () => ask(email));
    },
  };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function issuerIn(answer: unknown): string | null {
  const href = descriptor.safeParse(answer).data?.links.find(({ rel }) => rel === ISSUER_RELATION)?.href;
  // `URL` drops line breaks and tabs; the issuer is stored and compared as it is written.
  if (href === undefined || !/^[\x21-\x7e]+$/.test(href) || !URL.canParse(href)) return null;
  const { protocol, search, hash, username, password } = new URL(href);
  // An issuer has none of these (OpenID Connect Discovery 1.0 section 3); the guarded fetch decides about http.
  const plain = !search && !hash && !username && !password;
  return plain && (protocol === 'https:' || protocol === 'http:') ? href : null;
}
