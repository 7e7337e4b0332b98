import type { Provider } from '../../../shared/schemas/providers.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { providerType } from '../../identity-providers/registry.ts';

/** Auth.js's own sign-in action for this provider. */
export function signInUrlOf({ settings }: Pick<Dependencies, 'settings'>, id: string): string {
  return `${settings.origin}${settings.authBasePath}/signin/${id}`;
}

/** Those that are offered to everybody, and those that this person has connected. */
export async function listProviders(
  deps: Pick<Dependencies, 'settings' | 'identityProviders'>,
  user: UserDocument | null,
): Promise<Provider[]> {
  // One that an operator has added a moment ago is shown at once, whichever process answers; the configured ones need no database.
  await deps.identityProviders.refreshForList();
  const isLinked = (id: string) => user?.accounts.some((account) => account.provider === id) ?? false;
  return [
    ...deps.identityProviders
      .list()
      .filter(({ id, listed }) => listed || isLinked(id))
      .map((provider) => ({
        id: provider.id,
        name: provider.name,
        type: providerType(provider),
        signInUrl: signInUrlOf(deps, provider.id),
        linked: isLinked(provider.id),
      })),
    {
      id: 'email',
      name: 'Email',
      type: 'email' as const,
      signInUrl: signInUrlOf(deps, 'email'),
      linked: (user?.emailVerified ?? null) !== null,
    },
  ];
}
