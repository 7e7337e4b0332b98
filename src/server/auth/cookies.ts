import { parseCookie, stringifySetCookie } from 'cookie';
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
  // Marks the browser of a sign-up with a password, until its mail is opened.
  'sign-up',
  // This browser's requests for codes (`code-requests.ts`).
  'code-request',
  // A sign-in that waits for its second factor (`pending-sign-ins.ts`).
  'pending-sign-in',
  // The administrator's own session while they act as another user (`impersonation.ts`).
  'administrator-session',
  // Challenges for passkeys (`ceremonies.ts`). The name has a part of the value, so parallel ones both stay.
  'passkey',
  // The accounts that know this browser (`known-devices.ts`).
  'device',
  // How this browser last signed in (`complete.ts`). It decides nothing but the order of the page.
  'last-used',
  // The chosen language of the pages (`locale-route.ts`).
  'locale',
  // The address of the confirmation mail, for the page after a deletion (`goodbye-cookie.ts`).
  'goodbye',
] as const;
export type CookieKind = (typeof NAMES)[number];

/** The check cookies of one provider flow. They are cleared when it ends. */
export const CHECK_COOKIES = ['state', 'nonce', 'pkce'] as const satisfies readonly CookieKind[];

export interface CookieJar {
  name(kind: CookieKind): string;
  /** A name with two values counts as absent. `passkey` has the values of all its names, joined by a dot. */
  read(header: string | undefined): Partial<Record<CookieKind, string>>;
  set(kind: CookieKind, value: string, expires: Date): string;
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
  const namesOfPasskey = `${name('passkey')}.`;
  const kindOf = (given: string): CookieKind | undefined =>
    kinds.get(given) ?? (given.startsWith(namesOfPasskey) ? 'passkey' : undefined);
  const set = (kind: CookieKind, value: string, expires: Date) => {
    const given = kind === 'passkey' ? namesOfPasskey + value.slice(0, 8) : name(kind);
    return stringifySetCookie(given, value, { ...attributes, expires });
  };
  return {
    name,
    read(header) {
      const values = new Map<string, string>();
      for (const part of header?.split(';') ?? []) {
        const pair = part.trim();
        const given = pair.slice(0, Math.max(0, pair.indexOf('=')));
        if (kindOf(given) === undefined) continue;
        const value = parseCookie(pair)[given] ?? '';
        const isRepeated = values.has(given) && values.get(given) !== value;
        values.set(given, isRepeated ? '' : value);
      }
      const cookies: Partial<Record<CookieKind, string>> = {};
      for (const [given, value] of values) {
        const kind = kindOf(given);
        if (kind === undefined || value === '') continue;
        cookies[kind] = cookies[kind] === undefined ? value : `${cookies[kind]}.${value}`;
      }
      return cookies;
    },
    set,
    setAll: (cookies) => cookies.map(({ kind, value, expires }) => set(kind, value, expires)),
    clear: (kind) => stringifySetCookie(name(kind), '', { ...attributes, maxAge: 0 }),
  };
}
