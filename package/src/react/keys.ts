import type { FoyerClient } from '../client.ts';

type Source = Pick<FoyerClient, 'url'>;

/** Keys for React Query's `invalidateQueries` and `setQueryData`. `foyerKeys.all(client)` is their prefix. */
export const foyerKeys = {
  all: ({ url }: Source) => ['foyer', url] as const,
  session: ({ url }: Source) => ['foyer', url, 'session'] as const,
  providers: ({ url }: Source) => ['foyer', url, 'providers'] as const,
  /** The connections of one user, or of all users who were signed in here. */
  accounts: ({ url }: Source, userId?: string) =>
    userId === undefined
      ? (['foyer', url, 'accounts'] as const)
      : (['foyer', url, 'accounts', userId] as const),
};
