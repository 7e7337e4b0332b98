import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Rejects when there is no address. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const resolveBySystem: Resolve = async (hostname) => {
  const addresses = await lookup(hostname, { all: true });
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * Calls go to `public` addresses only. `special`: what only the server could reach, such as private networks,
 * clouds' metadata services, and IPv6 forms of IPv4 (mapped, NAT64, 6to4, Teredo).
 */
export function kindOfAddress(address: string): 'public' | 'loopback' | 'special' {
  if (!ipaddr.isValid(address)) return 'special';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  // Unicast addresses come from 2000::/3 (RFC 4291 2.4). ipaddr.js calls others, like `::7f00:1`, `unicast`.
  const outside = parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000;
  return range === 'unicast' && !outside ? 'public' : 'special';
}

/** A URL's host without brackets; `null` for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/** As it is compared: an address in one form, a name without capitals and final dot. */
export function hostKey(host: string): string {
  const literal = literalAddress(host);
  return literal === null
    ? host.toLowerCase().replace(/\.$/, '')
    : ipaddr.parse(literal).toNormalizedString();
}

export function isLoopbackHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  return hostname === 'localhost' || (literal !== null && kindOfAddress(literal) === 'loopback');
}
