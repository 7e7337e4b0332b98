import type { FoyerClient } from '../client.ts';

type Source = Pick<FoyerClient, 'url'>;

/**
 * The query keys of React Query, for `invalidateQueries` and `setQueryData`: `foyerKeys.session(client)`. Everything under
 * `foyerKeys.all(client)` belongs to this package.
 */
export const foyerKeys = {
  all: ({ url }: Source) => ['foyer', url] as const,
  session: ({ url }: Source) => ['foyer', url, 'session'] as const,
  providers: ({ url }: Source) => ['foyer', url, 'providers'] as const,
  /** The connections of every person who was signed in here, or those of one. */
  accounts: ({ url }: Source, userId?: string) =>
    userId === undefined
      ? (['foyer', url, 'accounts'] as const)
      : (['foyer', url, 'accounts', userId] as const),
};
