import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { DAY_MS, DISCOVERED_PROVIDERS_MAX, PROVIDER_TIMEOUT_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { IdentityProvider } from '../../identity-providers/registry.ts';
import { domainOf } from '../../identity-providers/web-finger.ts';
import { removeProvider } from './provider-administration.ts';
import { registerProvider } from './provider-registrations.ts';
import { signInUrlOf } from './providers.ts';
import { clientKey } from '../limits/rate-limits.ts';

/** An unused provider that somebody's address led to is kept this long at least. */
const UNUSED_AFTER_MS = DAY_MS;

/**
 * The provider that signs the people of this address's domain in: a configured domain's, or else the one that the domain itself names by
 * WebFinger, where an operator allows that. One that is not known yet is registered with. It depends on the domain, never on whether
 * anybody has an account here.
 *
 * `null` after 3.5 s at most; what is under way then goes on, and the next to ask finds it done. Throws `RATE_LIMITED`.
 */
export async function discoverProvider(
  deps: Dependencies,
  email: string,
  client: RequestClient,
): Promise<DiscoveredProvider | null> {
  const domain = domainOf(email);
  const own = deps.identityProviders.list().find(({ domains }) => domains.includes(domain));
  if (own) return toDiscovered(deps, own, domain);
  const { discovery } = deps.settings;
  if (discovery !== 'open' && !discovery.includes(domain)) return null;
  const { webFinger } = deps.providerCalls;
  if (!webFinger.isKnown(email)) await deps.rateLimits.consume('discover-from-client', clientKey(client.ip));
  const search = findByWebFinger(deps, email, client).catch((error: unknown) => {
    deps.log.warn({ err: error, domain }, 'the provider that a domain names cannot be used');
    return null;
  });
  const found = await Promise.race([search, nullAfter(PROVIDER_TIMEOUT_MS)]);
  return found && toDiscovered(deps, found, domain);
}

async function findByWebFinger(
  deps: Dependencies,
  email: string,
  client: RequestClient,
): Promise<IdentityProvider | null> {
  const issuer = await deps.providerCalls.webFinger.findIssuer(email);
  if (issuer === null) return null;
  const known = deps.identityProviders.list().find((provider) => provider.issuer === issuer);
  return known ?? deps.providerCalls.registering(issuer, () => registerFound(deps, issuer, client));
}

/**
 * Its `email_verified` is not trusted, not even for the domain that named it: whoever may put a file on a company's web site is not
 * whoever receives its mail, and would otherwise take over the accounts of all its addresses. Its people prove their address
 * by one code, once. An operator who knows better adds the provider with `--trust-email`.
 *
 * It has its host for a name, since what a stranger calls himself is nothing to show beside a sign-in.
 */
async function registerFound(
  deps: Dependencies,
  issuer: string,
  client: RequestClient,
): Promise<IdentityProvider | null> {
  await deps.identityProviders.refresh();
  const known = deps.identityProviders.list().find((provider) => provider.issuer === issuer);
  if (known) return known;
  try {
    await deps.rateLimits.consume('register-from-client', clientKey(client.ip));
  } catch (error) {
    // The look-up was within its limit, so this is no fault of the person's: there is just no provider to offer.
    if (error instanceof AppError) return null;
    throw error;
  }
  if (!(await hasRoom(deps))) {
    deps.log.warn({ issuer }, 'no room for another provider that an address led to');
    return null;
  }
  const { host } = new URL(issuer);
  return registerProvider(deps, { issuer, name: host, domains: [], trustEmail: false, source: 'address' });
}

/** Whoever owns domains can have as many providers registered as there is room for: the oldest that nobody uses makes way. */
async function hasRoom(deps: Dependencies): Promise<boolean> {
  const { identityProviders: rows, users } = deps.collections;
  if ((await rows.countDocuments({ source: 'address' })) < DISCOVERED_PROVIDERS_MAX) return true;
  const before = new Date(deps.now().getTime() - UNUSED_AFTER_MS);
  const oldest = rows.find({ source: 'address', createdAt: { $lt: before } }).sort({ createdAt: 1 });
  for await (const { _id } of oldest) {
    if ((await users.countDocuments({ 'accounts.provider': _id }, { limit: 1 })) > 0) continue;
    await removeProvider(deps, _id, { force: true });
    return true;
  }
  return false;
}

function toDiscovered(deps: Dependencies, provider: IdentityProvider, domain: string): DiscoveredProvider {
  return {
    id: provider.id,
    name: provider.listed ? provider.name : domain,
    signInUrl: signInUrlOf(deps, provider.id),
  };
}

async function nullAfter(ms: number): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return null;
}
