import { Resolver } from 'node:dns/promises';
import { SECOND_MS } from '../../shared/limits.ts';
import { hostKey, isLoopbackHost, resolveBySystem, type Resolve, type ResolvedAddress } from './addresses.ts';

/** A name server that does not answer is asked twice. */
const NAME_SERVER_TIMEOUT_MS = 2 * SECOND_MS;
const NAME_SERVER_TRIES = 2;
/** For all name servers and all tries together. */
const LOOKUP_MAX_MS = 5 * SECOND_MS;

/**
 * `dns.lookup` blocks one of libuv's few threads and cannot be ended, so one endpoint's name server could
 * hold up providers and mails.
 */
export const resolveWebhookHost: Resolve = (hostname) => resolveByNameServers(hostname, []);

/** Empty: the system's name servers. `Resolver` ignores /etc/hosts, so the system resolves this machine. */
export async function resolveByNameServers(
  hostname: string,
  nameServers: readonly string[],
): Promise<readonly ResolvedAddress[]> {
  if (isLoopbackHost(hostKey(hostname))) return resolveBySystem(hostname);
  // `cancel` ends all queries of a resolver, so each look-up has its own.
  const resolver = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_TRIES });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const deadline = setTimeout(() => resolver.cancel(), LOOKUP_MAX_MS);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    return [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
  } finally {
    clearTimeout(deadline);
  }
}
