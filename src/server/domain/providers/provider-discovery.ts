import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { DAY_MS, PROVIDER_TIMEOUT_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { IdentityProvider } from '../../identity-providers/registry.ts';
import { domainOf } from '../../identity-providers/web-finger.ts';
import { removeProvider } from './provider-administration.ts';
import { registerProvider } from './provider-registrations.ts';
import { markOf, signInUrlOf } from './providers.ts';
import { addressKey } from '../limits/rate-limits.ts';
import { connectedTo } from '../rules/account-key.ts';

/** Above it, unused ones are removed. */
export const DISCOVERED_PROVIDERS_MAX = 100;
/** An unused discovered provider is kept at least this long. */
const UNUSED_AFTER_MS = DAY_MS;

/**
 * The provider of the settings, or one that the domain names by WebFinger (RFC 7033). The answer never
 * depends on who has an account. `null` after 3.5 s: a later call finds it. Throws `RATE_LIMITED`.
 */
export async function discoverProvider(
  deps: Dependencies,
  email: string,
  requestContext: RequestContext,
): Promise<DiscoveredProvider | null> {
  const domain = domainOf(email);
  const own = deps.identityProviders.list().find(({ domains }) => domains.includes(domain));
  if (own) return toDiscovered(deps, own, domain);
  const { discovery } = deps.settings;
  if (discovery !== 'open' && !discovery.includes(domain)) return null;
  const { webFinger } = deps.providerCalls;
  if (!webFinger.isKnown(email))
    await deps.rateLimits.consume('provider-call', 'ip', addressKey(requestContext.ip));
  const search = findByWebFinger(deps, email, requestContext).catch((error: unknown) => {
    deps.log.warn({ err: error, domain }, 'the provider that a domain names cannot be used');
    return null;
  });
  const found = await Promise.race([search, nullAfter(PROVIDER_TIMEOUT_MS)]);
  return found && toDiscovered(deps, found, domain);
}

async function findByWebFinger(
  deps: Dependencies,
  email: string,
  requestContext: RequestContext,
): Promise<IdentityProvider | null> {
  const issuer = await deps.providerCalls.webFinger.findIssuer(email);
  if (issuer === null) return null;
  const known = deps.identityProviders.list().find((provider) => provider.issuer === issuer);
  return known ?? deps.providerCalls.registering(issuer, () => registerFound(deps, issuer, requestContext));
}

/**
 * Its `email_verified` is not trusted: a file on a company's web site would take over all accounts of its
 * addresses. Its name is its host, because it could choose a misleading one.
 */
async function registerFound(
  deps: Dependencies,
  issuer: string,
  requestContext: RequestContext,
): Promise<IdentityProvider | null> {
  await deps.identityProviders.refresh();
  const known = deps.identityProviders.list().find((provider) => provider.issuer === issuer);
  if (known) return known;
  try {
    await deps.rateLimits.consume('provider-registration', 'ip', addressKey(requestContext.ip));
  } catch (error) {
    // The user did nothing wrong: the site's limit of registrations is reached.
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

/** The oldest unused one is removed for a new one. */
async function hasRoom(deps: Dependencies): Promise<boolean> {
  const { identityProviders: rows, users } = deps.collections;
  if ((await rows.countDocuments({ source: 'address' })) < DISCOVERED_PROVIDERS_MAX) return true;
  const before = new Date(deps.now().getTime() - UNUSED_AFTER_MS);
  const oldest = rows.find({ source: 'address', createdAt: { $lt: before } }).sort({ createdAt: 1 });
  for await (const { _id } of oldest) {
    if ((await users.countDocuments(connectedTo(_id), { limit: 1 })) > 0) continue;
    await removeProvider(deps, _id, { force: true });
    return true;
  }
  return false;
}

function toDiscovered(deps: Dependencies, provider: IdentityProvider, domain: string): DiscoveredProvider {
  return {
    id: provider.id,
    name: provider.listed ? provider.name : domain,
    mark: markOf(deps, provider),
    signInUrl: signInUrlOf(deps, provider.id),
  };
}

async function nullAfter(ms: number): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return null;
}
