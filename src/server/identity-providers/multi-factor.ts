import type { IdentityProvider } from './registry.ts';

/**
 * Whether the verified ID token says that the person gave two factors, in the words that the operator accepts from this provider
 * (`OIDC_<ID>_MFA_ACR`, `OIDC_<ID>_MFA_AMR`). The meaning of `acr` is a matter between the two (OpenID Connect Core 2), and so is what a provider
 * puts into `amr`. So without the settings, no claim counts.
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
