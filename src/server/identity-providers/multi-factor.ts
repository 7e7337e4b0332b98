import type { IdentityProvider } from './registry.ts';

/** `OIDC_<ID>_MFA_ACR`, `_MFA_AMR`: `acr` and `amr` have no common meaning (OpenID Connect Core 2). */
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
