/** `web`: only its site may use the address. `native`: any program on the machine may (RFC 8252, 8.6). */
export type RedirectKind = 'web' | 'native';

/** `http` to this machine, with the port apart. Another spelling of host or port does not match. */
const LOOPBACK =
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost))(?::([1-9][0-9]{0,4}))?([/?].*)?$/;
const LOCALHOST = /^http:\/\/(?:[a-z0-9-]+\.)*localhost(?:[:/?]|$)/;
const PORT_MAX = 65_535;

/** `redirect` is declared, or matched a declared one. */
export function redirectKindOf(redirect: string): RedirectKind {
  return redirect.startsWith('https://') || LOCALHOST.test(redirect) ? 'web' : 'native';
}

/**
 * Compares texts, not what a URL parser makes of them (RFC 9700, 2.1). Only the port of a loopback address is
 * free (RFC 8252, 7.3).
 */
export function matchesRedirect(declared: string, sent: string): boolean {
  if (sent === declared) return true;
  const ours = loopbackParts(declared);
  const theirs = loopbackParts(sent);
  return ours !== null && theirs !== null && ours.host === theirs.host && ours.rest === theirs.rest;
}

function loopbackParts(redirect: string): { readonly host: string; readonly rest: string } | null {
  const [, host, port = '80', rest = ''] = LOOPBACK.exec(redirect) ?? [];
  return host === undefined || Number(port) > PORT_MAX ? null : { host, rest };
}
