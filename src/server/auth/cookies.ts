import { parseCookie, stringifySetCookie } from 'cookie';
import { CHECK_COOKIE_MAX_AGE_MS } from '../../shared/limits.ts';
import { cookieName } from '../../shared/session-cookie.ts';
import type { Settings } from '../settings/settings.ts';

const NAMES = [
  'session',
  'callback-url',
  'csrf',
  'state',
  'nonce',
  'pkce',
  'intent',
  'link',
  // Marks the browser of a sign-up with a password, until the person opens the mail.
  'sign-up',
  // This browser's requests for codes (`code-requests.ts`).
  'code-request',
  // A sign-in that waits for its second factor (`pending-sign-ins.ts`).
  'pending-sign-in',
  // The administrator's own session while they act as another person (`impersonation.ts`).
  'administrator-session',
  // This browser's challenges for passkeys (`ceremonies.ts`).
  'passkey',
  // The accounts that know this browser (`known-devices.ts`).
  'device',
  // The chosen language of this browser's pages (`locale-route.ts`).
  'locale',
  // Set by the deletion of an account, for the page after it: the address of the confirmation mail (`goodbye-cookie.ts`).
  'goodbye',
] as const;
export type CookieKind = (typeof NAMES)[number];

/** The check cookies of one provider flow. They are cleared when it ends. */
export const CHECK_COOKIES = ['state', 'nonce', 'pkce'] as const satisfies readonly CookieKind[];

/** Our cookies on one origin. */
export interface CookieJar {
  name(kind: CookieKind): string;
  /** Our cookies in a `Cookie` header. A name with two different values counts as absent. */
  read(header: string | undefined): Partial<Record<CookieKind, string>>;
  set(kind: CookieKind, value: string, expires: Date): string;
  /** Sets several cookies, such as those of a sign-in. */
  setAll(cookies: readonly { kind: CookieKind; value: string; expires: Date }[]): string[];
  clear(kind: CookieKind): string;
}

export function createCookieJar({
  origin,
  cookiePrefix,
}: Pick<Settings, 'origin' | 'cookiePrefix'>): CookieJar {
  const secure = origin.startsWith('https:');
  const name = (kind: CookieKind) => cookieName(kind, origin, cookiePrefix);
  const kinds = new Map(NAMES.map((kind) => [name(kind), kind]));
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const set = (kind: CookieKind, value: string, expires: Date) =>
    stringifySetCookie(name(kind), value, { ...attributes, expires });
  return {
    name,
    read(header) {
      const cookies: Partial<Record<CookieKind, string>> = {};
      const repeated = new Set<CookieKind>();
      for (const part of header?.split(';') ?? []) {
        const pair = part.trim();
        const kind = kinds.get(pair.slice(0, Math.max(0, pair.indexOf('='))));
        if (kind === undefined) continue;
        const value = parseCookie(pair)[name(kind)] ?? '';
        if (cookies[kind] !== undefined && cookies[kind] !== value) repeated.add(kind);
        cookies[kind] = value;
      }
      for (const kind of NAMES) if (repeated.has(kind) || cookies[kind] === '') delete cookies[kind];
      return cookies;
    },
    set,
    setAll: (cookies) => cookies.map(({ kind, value, expires }) => set(kind, value, expires)),
    clear: (kind) => stringifySetCookie(name(kind), '', { ...attributes, maxAge: 0 }),
  };
}

export function checkCookieExpiry(now: Date): Date {
  return new Date(now.getTime() + CHECK_COOKIE_MAX_AGE_MS);
}
