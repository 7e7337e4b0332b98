import { atBase } from '../../../shared/base-path.ts';
import type { Provider, ProviderMark } from '../../../shared/schemas/providers.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { providerType, type IdentityProvider } from '../../identity-providers/registry.ts';

export function signInUrlOf({ settings }: Pick<Dependencies, 'settings'>, id: string): string {
  return `${settings.origin}${settings.authBasePath}/signin/${id}`;
}

export function markOf(
  { settings }: Pick<Dependencies, 'settings'>,
  { mark }: Pick<IdentityProvider, 'mark'>,
): ProviderMark | null {
  return mark && 'image' in mark ? { image: atBase(settings, mark.image) } : mark;
}

/** The providers that everybody may use, and those that this user has connected. */
export async function listProviders(
  deps: Pick<Dependencies, 'settings' | 'identityProviders'>,
  user: UserDocument | null,
): Promise<Provider[]> {
  // Another process may have registered a provider a moment ago.
  await deps.identityProviders.refreshForList();
  const isLinked = (id: string) => user?.accounts.some((account) => account.provider === id) ?? false;
  return [
    ...deps.identityProviders
      .list()
      .filter(({ id, listed }) => listed || isLinked(id))
      .map((provider) => ({
        id: provider.id,
        name: provider.name,
        mark: markOf(deps, provider),
        type: providerType(provider),
        signInUrl: signInUrlOf(deps, provider.id),
        linked: isLinked(provider.id),
      })),
    {
      id: 'email',
      name: 'Email',
      mark: null,
      type: 'email' as const,
      signInUrl: signInUrlOf(deps, 'email'),
      linked: (user?.emailVerified ?? null) !== null,
    },
  ];
}
