import type { Dependencies } from '../../dependencies.ts';

/** The cookie is sealed, so that no session comes from a cookie that somebody else set (ASVS 7.2.4). */
const COOKIE_CONTEXT = 'administrator-session';

export function sealOwnToken({ vault }: Pick<Dependencies, 'vault'>, token: string): string {
  return vault.seal(token, COOKIE_CONTEXT);
}

export function openOwnToken(
  { vault }: Pick<Dependencies, 'vault'>,
  cookie: string | undefined,
): string | null {
  return cookie === undefined ? null : vault.open(cookie, COOKIE_CONTEXT);
}
