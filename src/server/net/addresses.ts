import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Answers every address of a host name; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * `public` is what anybody on the internet may reach. Everything else is refused, because a request of this server to it is one that its
 * sender could not have made: private and shared networks, link-local with the clouds' metadata services, multicast, documentation,
 * and every IPv6 form that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo), which would smuggle one of these past.
 */
export function kindOfAddress(address: string): 'public' | 'loopback' | 'special' {
  if (!ipaddr.isValid(address)) return 'special';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  // 2000::/3 is all that IANA gives out (RFC 4291 2.4); outside of it are forms such as `::7f00:1`, which the library lets pass.
  const outside = parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000;
  return range === 'unicast' && !outside ? 'public' : 'special';
}

/** The address that a URL's host is written as, without brackets, or `null` for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

export function isLoopbackHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  return hostname === 'localhost' || (literal !== null && kindOfAddress(literal) === 'loopback');
}
