import { MINUTE_MS } from '../../shared/limits.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { CookieJar } from '../auth/cookies.ts';

export const GOODBYE_COOKIE_MAX_AGE_MS = 5 * MINUTE_MS;

/** For an account without an address, because a cookie cannot be empty. */
const NO_ADDRESS = 'none';

/** Only the browser whose account was deleted sees the page after the deletion. */
export function goodbyeCookie(
  deps: Pick<AuthDependencies, 'cookies' | 'now'>,
  confirmationTo: string | null,
): string {
  const expires = new Date(deps.now().getTime() + GOODBYE_COOKIE_MAX_AGE_MS);
  return deps.cookies.set('goodbye', confirmationTo ?? NO_ADDRESS, expires);
}

export function readGoodbye(
  cookies: ReturnType<CookieJar['read']>,
): { readonly confirmationTo: string | null } | null {
  const { goodbye } = cookies;
  if (goodbye === undefined) return null;
  return { confirmationTo: goodbye === NO_ADDRESS ? null : goodbye };
}
