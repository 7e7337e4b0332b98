import { parseCookie, stringifySetCookie } from 'cookie';
import { CHECK_COOKIE_MAX_AGE_MS } from '../../shared/limits.ts';

const NAMES = [
  'session',
  'callback-url',
  'csrf',
  'state',
  'nonce',
  'pkce',
  'intent',
  'link',
  // The browser in which a password was chosen at sign-up, until its mail is answered.
  'sign-up',
  // The requests for codes that this browser made (`code-requests.ts`).
  'code-request',
  // The accounts that know this browser (`known-devices.ts`).
  'device',
  // The language of this browser's pages, once somebody has chosen one (`locale-route.ts`).
  'locale',
] as const;
export type CookieKind = (typeof NAMES)[number];

/** The check cookies of one provider flow; over with it, however it ends. */
export const CHECK_COOKIES = ['state', 'nonce', 'pkce'] as const satisfies readonly CookieKind[];

/**
 * Our cookies on one origin. On https every name has the prefix `__Host-` (RFC 6265bis 4.1.3.2): Secure, Path=/ and no Domain, so
 * that no sibling host can plant one.
 */
export interface CookieJar {
  name(kind: CookieKind): string;
  /** What a `Cookie` header holds for us; a name that it gives twice with different values counts as absent. */
  read(header: string | undefined): Partial<Record<CookieKind, string>>;
  set(kind: CookieKind, value: string, expires: Date): string;
  /** For the cookies of a sign-in. */
  setAll(cookies: readonly { kind: CookieKind; value: string; expires: Date }[]): string[];
  clear(kind: CookieKind): string;
}

export function createCookieJar(origin: string): CookieJar {
  const secure = origin.startsWith('https:');
  const name = (kind: CookieKind) => `${secure ? '__Host-' : ''}foyer.${kind}`;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const set = (kind: CookieKind, value: string, expires: Date) =>
    stringifySetCookie(name(kind), value, { ...attributes, expires });
  return {
    name,
    read(header) {
      if (!header) return {};
      const found: Partial<Record<CookieKind, string>> = {};
      for (const kind of NAMES) {
        const values = new Set(
          header
            .split(';')
            .map((pair) => pair.trim())
            .filter((pair) => pair.startsWith(`${name(kind)}=`))
            .map((pair) => parseCookie(pair)[name(kind)]),
        );
        const [value] = values;
        if (values.size === 1 && value) found[kind] = value;
      }
      return found;
    },
    set,
    setAll: (cookies) => cookies.map(({ kind, value, expires }) => set(kind, value, expires)),
    clear: (kind) => stringifySetCookie(name(kind), '', { ...attributes, maxAge: 0 }),
  };
}

export function checkCookieExpiry(now: Date): Date {
  return new Date(now.getTime() + CHECK_COOKIE_MAX_AGE_MS);
}
