import type { BuiltInProviderSettings, OidcProviderSettings } from '../settings.ts';

/** An identity provider that people may sign in with, as the product's decisions see it. */
export type IdentityProvider =
  | ({ readonly kind: 'oidc' } & OidcProviderSettings)
  | ({
      readonly kind: 'built-in';
      readonly name: string;
      readonly type: 'oidc' | 'oauth';
    } & BuiltInProviderSettings & {
        readonly trustEmail: boolean;
      });

export interface IdentityProviders {
  /** In display order. */
  list(): readonly IdentityProvider[];
  get(id: string): IdentityProvider | undefined;
}

/** The protocol, as it is stored with an account. */
export function providerType(provider: IdentityProvider): 'oidc' | 'oauth' {
  return provider.kind === 'oidc' ? 'oidc' : provider.type;
}

export function createIdentityProviders(providers: readonly IdentityProvider[]): IdentityProviders {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  return { list: () => providers, get: (id) => byId.get(id) };
}
