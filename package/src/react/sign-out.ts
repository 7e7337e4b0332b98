import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ErrorsOf } from '../foyer-error.ts';
import { foyerKeys } from './keys.ts';
import { useFoyer } from './provider.tsx';

export interface SignOutOptions {
  /** By default the page stays. */
  readonly onSignedOut?: (() => void) | undefined;
}

/**
 * Signs out and deletes the user's data from the cache. After an error the user is still signed in.
 * `const { mutate: signOut, isPending, error } = useSignOut()`
 */
export function useSignOut({ onSignedOut }: SignOutOptions = {}): UseMutationResult<
  void,
  ErrorsOf<'session.signOut'>,
  void
> {
  const { client, queryClient } = useFoyer();
  return useMutation(
    {
      networkMode: 'always',
      mutationFn: async () => {
        await client.session.signOut.mutate();
        // The next user must not see this data. A running query would restore the session.
        await queryClient.cancelQueries({ queryKey: foyerKeys.all(client) });
        queryClient.setQueryData(foyerKeys.session(client), null);
        queryClient.removeQueries({ queryKey: foyerKeys.accounts(client) });
        // Not awaited, because the user is already signed out.
        void queryClient.invalidateQueries({ queryKey: foyerKeys.providers(client) });
        onSignedOut?.();
      },
    },
    queryClient,
  );
}
