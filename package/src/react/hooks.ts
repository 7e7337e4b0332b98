import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { can } from '../access.ts';
import type { Account, Provider, Session } from '../client.ts';
import type { Permission } from '../config.ts';
import type { ErrorsOf } from '../foyer-error.ts';
import { healingPause } from './healing.ts';
import { foyerKeys } from './keys.ts';
import { useFoyer } from './provider.tsx';

/** The client retries itself, and does not trust `navigator.onLine`. A failed query is sent again later. */
const OPTIONS = {
  retry: false,
  networkMode: 'always',
  staleTime: 10_000,
  refetchOnReconnect: 'always',
  refetchOnWindowFocus: true,
} as const;

/** How often a visible page asks for the session. Foyer's own pages use the same interval. */
const SESSION_ASKED_EVERY_MS = 60_000;

/**
 * The session: `data` is `null` when nobody is signed in, and `undefined` when that is unknown. It is read
 * again on focus, and once a minute while somebody is signed in and the page is visible.
 */
export function useSession(): UseQueryResult<Session | null, ErrorsOf<'session.get'>> {
  const { client, queryClient } = useFoyer();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: foyerKeys.session(client),
      queryFn: ({ signal }) => client.session.get.query(undefined, { signal }),
      refetchOnWindowFocus: 'always',
      refetchInterval: (query) => healingPause(query) || (query.state.data ? SESSION_ASKED_EVERY_MS : false),
    },
    queryClient,
  );
}

/** Whether the user has the permission: `false` without a session, `undefined` when that is unknown. */
export function useCan(permission: Permission): boolean | undefined {
  const { data: session } = useSession();
  return session === undefined ? undefined : can(session, permission);
}

/** The sign-in providers in display order. */
export function useProviders(): UseQueryResult<Provider[], ErrorsOf<'providers.list'>> {
  const { client, queryClient } = useFoyer();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: foyerKeys.providers(client),
      queryFn: ({ signal }) => client.providers.list.query(undefined, { signal }),
      refetchInterval: (query) => healingPause(query),
    },
    queryClient,
  );
}

/** The user's connections to identity providers. Not requested without a session. */
export function useAccounts(): UseQueryResult<Account[], ErrorsOf<'accounts.list'>> {
  const { client, queryClient } = useFoyer();
  const { data: session } = useSession();
  return useQuery(
    {
      ...OPTIONS,
      queryKey: foyerKeys.accounts(client, session?.user.id),
      queryFn: ({ signal }) => client.accounts.list.query(undefined, { signal }),
      refetchInterval: (query) => healingPause(query),
      enabled: Boolean(session),
    },
    queryClient,
  );
}
