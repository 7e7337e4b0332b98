/** With the port on http, because ports share cookies (RFC 6265, section 8.5). */
export function defaultCookiePrefix(origin: string): string {
  const { protocol, port } = new URL(origin);
  return protocol === 'https:' ? 'foyer' : `foyer-${port || '80'}`;
}

/** `__Host-` on https (RFC 6265bis 4.1.3.2): Secure, Path=/ and no Domain, so no sibling host can set it. */
export function cookieName(kind: string, origin: string, prefix = defaultCookiePrefix(origin)): string {
  return `${origin.startsWith('https:') ? '__Host-' : ''}${prefix}.${kind}`;
}

/** `origin` is Foyer's public address (`APP_ORIGIN`), `prefix` its `COOKIE_PREFIX`. */
export function sessionCookieName(origin: string, prefix?: string): string {
  return cookieName('session', origin, prefix);
}
