import type { Provider } from '../../shared/schemas/providers.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies } from '../dependencies.ts';
import { providerType } from '../identity-providers/registry.ts';

export function listProviders(
  deps: Pick<Dependencies, 'settings' | 'identityProviders'>,
  user: UserDocument | null,
): Provider[] {
  const { origin, authBasePath } = deps.settings;
  const signInUrl = (id: string) => `${origin}${authBasePath}/signin/${id}`;
  return [
    ...deps.identityProviders.list().map((provider) => ({
      id: provider.id,
      name: provider.name,
      type: providerType(provider),
      signInUrl: signInUrl(provider.id),
      linked: user?.accounts.some((account) => account.provider === provider.id) ?? false,
    })),
    {
      id: 'email',
      name: 'Email',
      type: 'email' as const,
      signInUrl: signInUrl('email'),
      linked: (user?.emailVerified ?? null) !== null,
    },
  ];
}
