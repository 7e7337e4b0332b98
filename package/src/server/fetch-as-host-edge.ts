import type { Fetch } from '../http.ts';

/** Without `node:http` no `Host` can be set. So Foyer must trust this process as a proxy (`TRUST_PROXY`). */
export function fetchAsHost(origin: string): Fetch {
  const { host, protocol } = new URL(origin);
  return (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-host', host);
    headers.set('x-forwarded-proto', protocol.slice(0, -1));
    return globalThis.fetch(url, { ...init, headers });
  };
}
