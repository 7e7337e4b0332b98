import { BlockList, isIP } from 'node:net';

/** An empty list allows every address, also an unknown one. */
export function isAllowedAddress(allowed: readonly string[], ip: string | null): boolean {
  if (allowed.length === 0) return true;
  if (ip === null || isIP(ip) === 0) return false;
  const list = new BlockList();
  for (const each of allowed) {
    const [address = '', prefix] = each.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list.check(ip, familyOf(ip));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
