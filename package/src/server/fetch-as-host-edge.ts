import type { Fetch } from '../http.ts';

/**
 * A `fetch` for platforms without `node:http`, where `fetch` cannot change `Host`. It names Foyer's public
 * address as a proxy does, so Foyer must trust this process (`TRUST_PROXY`).
 */
export function fetchAsHost(origin: string): Fetch {
  const { host, protocol } = new URL(origin);
  return (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-host', host);
    headers.set('x-forwarded-proto', protocol.slice(0, -1));
    return globalThis.fetch(url, { ...init, headers });
  };
}
