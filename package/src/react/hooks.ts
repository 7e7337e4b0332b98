import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Account, Provider, Session } from '../client.ts';
import type { FoyerError } from '../foyer-error.ts';
import { useFoyer } from './provider.tsx';

/** The client itself retries, and sends requests even when the browser claims to be offline. */
const OPTIONS = { retry: false, networkMode: 'always', staleTime: 10_000 } as const;

export const sessionKey = (url: string) => ['foyer', url, 'session'] as const;

/** The session: `data` is `null` when nobody is signed in, and `undefined` while or when this is unknown. */
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

/** The sign-in providers in display order. */
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

/** The signed-in user's connections to identity providers. Not requested without a session. */
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
