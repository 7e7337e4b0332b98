import { parseSetCookie } from 'cookie';
import { cookies, headers } from 'next/headers';
import { toBase } from '../http.ts';
import type { RequestLike } from '../server/request.ts';
import { sessionCookieName } from '../../../src/shared/session-cookie.ts';
import type { FoyerNextOptions } from './options.ts';

export async function presentRequest(
  options: FoyerNextOptions,
): Promise<[RequestLike, (cookie: string) => void]> {
  const [requestHeaders, store] = await Promise.all([headers(), cookies()]);
  const onSetCookie = (header: string) => {
    const { name, value = '', ...attributes } = parseSetCookie(header);
    try {
      store.set(name, value, attributes);
    } catch {
      // Next forbids setting cookies while it renders. `proxy()` renews the cookie of pages.
    }
  };
  const cookie = presentCookie(requestHeaders.get('cookie'), store, options);
  const get = (name: string) => (name === 'cookie' ? cookie : requestHeaders.get(name));
  return [{ headers: { get } }, onSetCookie];
}

/** The used part of Next's `cookies()`. */
interface CookieStore {
  get(name: string): { readonly value: string } | undefined;
}

/** After a server action, only `cookies()` has the new session. Foyer accepts no two session cookies. */
export function presentCookie(
  sent: string | null,
  store: CookieStore,
  { url, origin = url, cookiePrefix }: FoyerNextOptions,
): string | null {
  const name = sessionCookieName(toBase(origin), cookiePrefix);
  const sessions = (sent ?? '').split(';').filter((pair) => pair.trim().startsWith(`${name}=`));
  const value = store.get(name)?.value;
  return value === undefined || sessions.length > 1 ? sent : `${name}=${encodeURIComponent(value)}`;
}
