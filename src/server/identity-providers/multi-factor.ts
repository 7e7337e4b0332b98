import type { IdentityProvider } from './registry.ts';

/** Only `OIDC_<ID>_MFA_ACR` and `_MFA_AMR` count: claims have no common meaning (OpenID Connect Core 2). */
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
