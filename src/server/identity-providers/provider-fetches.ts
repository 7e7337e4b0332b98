import { createGuardedFetch, type Fetch } from './guarded-fetch.ts';
import type { IdentityProvider } from './registry.ts';
import { createVerifiedFetch } from './verified-fetch.ts';

/** The way out to one provider. It keeps that provider's discovery document and key set between requests. */
export type ProviderFetches = (provider: IdentityProvider) => Fetch;

export function createProviderFetches(options: {
  allowLoopbackHttp: boolean;
  fetch?: Fetch;
}): ProviderFetches {
  const guarded = createGuardedFetch(options);
  const fetches = new Map<string, Fetch>();
  return (provider) => {
    const known = fetches.get(provider.id);
    if (known) return known;
    const made =
      provider.issuer === null
        ? guarded
        : createVerifiedFetch(guarded, { issuer: provider.issuer, clientId: provider.clientId });
    fetches.set(provider.id, made);
    return made;
  };
}
