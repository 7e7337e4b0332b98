import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FoyerClient, Session } from '../client.ts';
import type { Level } from '../has-level.ts';
import { foyerKeys } from './keys.ts';
import { presentPage, usePresentPage, withReturn } from './return-url.ts';

export interface Foyer {
  readonly client: FoyerClient;
  readonly queryClient: QueryClient;
  /** The sign-in page, which returns to `callbackUrl`; default: the present page. */
  signInUrl(callbackUrl?: string): string;
  /** "Verify it's you", which returns too. Level 1 needs a fresh session, level 2 also a second factor. */
  verifyUrl(level: Level, callbackUrl?: string): string;
}

const FoyerContext = createContext<Foyer | null>(null);

export interface FoyerProviderProps {
  readonly client: FoyerClient;
  /** Default: the cache of the app's `QueryClientProvider`, otherwise a new one. */
  readonly queryClient?: QueryClient;
  /** The session from your server, for the first HTML; `null`: signed out. A changed value is shown. */
  readonly initialSession?: Session | null | undefined;
  readonly children: ReactNode;
}

export function FoyerProvider({ client, queryClient, initialSession, children }: FoyerProviderProps) {
  const inherited = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  const chosen = queryClient ?? inherited ?? own;
  // In the first rendering, for the HTML of a server. A session in the cache is as new.
  useState(() => {
    const queryKey = foyerKeys.session(client);
    if (initialSession === undefined || chosen.getQueryData(queryKey) !== undefined) return;
    chosen.setQueryData(queryKey, initialSession);
  });
  // The server may render an old, equal session again while the cache has a newer one.
  const given = JSON.stringify(initialSession);
  const taken = useRef(given);
  useEffect(() => {
    if (given === taken.current) return;
    taken.current = given;
    if (initialSession === undefined) return;
    const queryKey = foyerKeys.session(client);
    // A running query may be older than the change.
    void chosen.cancelQueries({ queryKey }).then(() => chosen.setQueryData(queryKey, initialSession));
  }, [chosen, client, given, initialSession]);
  // A mounted cache notices the focus. It counts its mounts, so the app may mount it, too.
  useEffect(() => {
    chosen.mount();
    return () => chosen.unmount();
  }, [chosen]);
  const page = usePresentPage();
  const value = useMemo(() => {
    // Without the Navigation API, `page` may be outdated.
    const present = () => (page === null ? null : presentPage());
    return {
      client,
      queryClient: chosen,
      signInUrl: (callbackUrl = present()) => withReturn(client.url, '/sign-in', callbackUrl, page === null),
      verifyUrl: (level: Level, callbackUrl = present()) =>
        withReturn(client.url, `/verify?level=${level}`, callbackUrl, page === null),
    };
  }, [client, chosen, page]);
  return <FoyerContext.Provider value={value}>{children}</FoyerContext.Provider>;
}

export function useFoyer(): Foyer {
  const value = useContext(FoyerContext);
  if (!value) throw new Error('There is no <FoyerProvider> around this component.');
  return value;
}
