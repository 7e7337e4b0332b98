import type { Dependencies } from '../../dependencies.ts';

/** The cookie is sealed, so that a browser does not take a session from a cookie that somebody else set (OWASP ASVS 7.2.4). */
const COOKIE_CONTEXT = 'administrator-session';

/** The cookie that keeps the token of the administrator's own session while they act as somebody else. */
export function sealOwnToken({ vault }: Pick<Dependencies, 'vault'>, token: string): string {
  return vault.seal(token, COOKIE_CONTEXT);
}

/** The token in that cookie, or `null`. */
export function openOwnToken(
  { vault }: Pick<Dependencies, 'vault'>,
  cookie: string | undefined,
): string | null {
  return cookie === undefined ? null : vault.open(cookie, COOKIE_CONTEXT);
}
