/**
 * The prefix of Foyer's cookies when no setting names one. Browsers share cookies between all ports of a host (RFC 6265, section 8.5), so the
 * prefix has the port where several Foyers run on one host: on http, which is development.
 */
export function defaultCookiePrefix(origin: string): string {
  const { protocol, port } = new URL(origin);
  return protocol === 'https:' ? 'foyer' : `foyer-${port || '80'}`;
}

/**
 * The name of one of Foyer's cookies. On https it begins with `__Host-` (RFC 6265bis 4.1.3.2): Secure, Path=/ and no Domain, so that a sibling
 * host cannot set it.
 */
export function cookieName(kind: string, origin: string, prefix = defaultCookiePrefix(origin)): string {
  return `${origin.startsWith('https:') ? '__Host-' : ''}${prefix}.${kind}`;
}

/** The name of the session cookie. `origin` is Foyer's public address (`APP_ORIGIN`), `prefix` its `COOKIE_PREFIX`. */
export function sessionCookieName(origin: string, prefix?: string): string {
  return cookieName('session', origin, prefix);
}
