import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { can } from '../access.ts';
import type { Account, Provider, Session } from '../client.ts';
import type { Permission } from '../config.ts';
import type { ErrorsOf } from '../foyer-error.ts';
import { healingPause } from './healing.ts';
import { foyerKeys } from './keys.ts';
import { useFoyer } from './provider.tsx';

/**
 * The client itself retries, and sends requests even when the browser claims to be offline. After an outage a query heals: it is sent again
 * after a pause, when the browser is online again, and when the page gets the focus.
 */
const OPTIONS = {
  retry: false,
  networkMode: 'always',
  staleTime: 10_000,
  refetchOnReconnect: 'always',
  refetchOnWindowFocus: true,
} as const;

/** How often a visible page asks whether the session goes on. Foyer's own pages do the same. */
const SESSION_ASKED_EVERY_MS = 60_000;

/**
 * The session: `data` is `null` when nobody is signed in, and `undefined` while or when this is unknown. It is read again
 * when the page gets the focus, and once a minute while somebody is signed in and the page is visible.
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

/** Whether the user may do this: `false` also when nobody is signed in, and `undefined` while or when this is unknown. */
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

/** The signed-in user's connections to identity providers. Not requested without a session. */
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
