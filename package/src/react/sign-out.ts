import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ErrorsOf } from '../foyer-error.ts';
import { foyerKeys } from './keys.ts';
import { useFoyer } from './provider.tsx';

export interface SignOutOptions {
  /** Called after sign-out; by default the page stays. */
  readonly onSignedOut?: (() => void) | undefined;
}

/**
 * Signs out and forgets what this package knows of the person: `const { mutate: signOut, isPending, error } = useSignOut()`. The person is
 * still signed in after an error.
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
        // The next person must not see this data. A running query is cancelled, because it would restore the session.
        await queryClient.cancelQueries({ queryKey: foyerKeys.all(client) });
        queryClient.setQueryData(foyerKeys.session(client), null);
        queryClient.removeQueries({ queryKey: foyerKeys.accounts(client) });
        // The sign-out is done, even when Foyer takes long to answer this.
        void queryClient.invalidateQueries({ queryKey: foyerKeys.providers(client) });
        onSignedOut?.();
      },
    },
    queryClient,
  );
}
