import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Account, Provider, Session } from '../client.ts';
import type { FoyerError } from '../foyer-error.ts';
import { useFoyer } from './provider.tsx';

/** The client tries again by itself, and asks whether or not the browser believes to be online. */
const OPTIONS = { retry: false, networkMode: 'always', staleTime: 10_000 } as const;

export const sessionKey = (url: string) => ['foyer', url, 'session'] as const;

/** Who is signed in: `data` is `null` for nobody, and `undefined` while, or where, it is not known. */
export function useSession(): UseQueryResult<Session | null, FoyerError> {
  const { client, queryClient } = useFoyer();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: sessionKey(client.url),
      queryFn: ({ signal }) => client.session.get.query(undefined, { signal }),
    },
    queryClient,
  );
}

/** The identity providers, in display order. */
export function useProviders(): UseQueryResult<Provider[], FoyerError> {
  const { client, queryClient } = useFoyer();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: ['foyer', client.url, 'providers'],
      queryFn: ({ signal }) => client.providers.list.query(undefined, { signal }),
    },
    queryClient,
  );
}

/** The signed-in person's connections to identity providers; not asked for while nobody is known to be signed in. */
export function useAccounts(): UseQueryResult<Account[], FoyerError> {
  const { client, queryClient } = useFoyer();
  const { data: session } = useSession();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: ['foyer', client.url, 'accounts', session?.user.id],
      queryFn: ({ signal }) => client.accounts.list.query(undefined, { signal }),
      enabled: Boolean(session),
    },
    queryClient,
  );
}
