import { parseSetCookie } from 'cookie';
import { cookies, headers } from 'next/headers';
import { toBase } from '../http.ts';
import type { RequestLike } from '../server/request.ts';
import { sessionCookieName } from '../../../src/shared/session-cookie.ts';
import type { FoyerNextOptions } from './options.ts';

/** The request that Next answers, and what hands Foyer's cookies to the browser. */
export async function presentRequest(
  options: FoyerNextOptions,
): Promise<[RequestLike, (cookie: string) => void]> {
  const [requestHeaders, store] = await Promise.all([headers(), cookies()]);
  const onSetCookie = (header: string) => {
    const { name, value = '', ...attributes } = parseSetCookie(header);
    try {
      store.set(name, value, attributes);
    } catch {
      // Next forbids cookies while it renders a page. `proxy()` renews the cookie of pages.
    }
  };
  const cookie = presentCookie(requestHeaders.get('cookie'), store, options);
  const get = (name: string) => (name === 'cookie' ? cookie : requestHeaders.get(name));
  return [{ headers: { get } }, onSetCookie];
}

/** The used part of what Next's `cookies()` answers. */
interface CookieStore {
  get(name: string): { readonly value: string } | undefined;
}

/**
 * The cookies that Foyer is asked with. After a server action has set the session's cookie, Next puts it into `cookies()`, but
 * `headers()` still has the one that the browser sent. Two cookies of that name stay as they are, because Foyer accepts neither.
 */
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
