import type { IdentityProvider } from './registry.ts';

/**
 * In the words that the operator accepts (`OIDC_<ID>_MFA_ACR`, `OIDC_<ID>_MFA_AMR`). What `acr` and `amr`
 * mean is between operator and provider (OpenID Connect Core 2).
 */
export function isMultiFactor(
  provider: IdentityProvider | undefined,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  if (provider?.kind !== 'oidc' || !provider.multiFactor) return false;
  const accepted = provider.multiFactor;
  const amr: readonly unknown[] = Array.isArray(claims['amr']) ? claims['amr'] : [];
  return (
    accepted.acr.some((value) => value === claims['acr']) || accepted.amr.some((value) => amr.includes(value))
  );
}
