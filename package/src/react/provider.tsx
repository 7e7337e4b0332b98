import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FoyerClient, Session } from '../client.ts';
import type { Level } from '../has-level.ts';
import { foyerKeys } from './keys.ts';
import { presentPage, usePresentPage, withReturn } from './return-url.ts';

export interface Foyer {
  readonly client: FoyerClient;
  readonly queryClient: QueryClient;
  /** The sign-in page, which leads back to `callbackUrl`; default: the present page. */
  signInUrl(callbackUrl?: string): string;
  /**
   * The page "Verify it's you", which leads back to `callbackUrl`; default: the present page. Level 1 wants a fresh session, level 2 also a
   * second factor.
   */
  verifyUrl(level: Level, callbackUrl?: string): string;
}

const FoyerContext = createContext<Foyer | null>(null);

export interface FoyerProviderProps {
  readonly client: FoyerClient;
  /** The cache for answers. Default: the one of the app's `QueryClientProvider`, otherwise a new one. */
  readonly queryClient?: QueryClient;
  /**
   * The session that your server has read, so that the first HTML shows it. `null`: nobody is signed in. A changed one is shown, too, as after a server
   * action of Next.
   */
  readonly initialSession?: Session | null | undefined;
  readonly children: ReactNode;
}

export function FoyerProvider({ client, queryClient, initialSession, children }: FoyerProviderProps) {
  const inherited = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  const chosen = queryClient ?? inherited ?? own;
  // In the first rendering, so that the HTML of a server has it. What the cache knows already is as new.
  useState(() => {
    const queryKey = foyerKeys.session(client);
    if (initialSession === undefined || chosen.getQueryData(queryKey) !== undefined) return;
    chosen.setQueryData(queryKey, initialSession);
  });
  // The server may render an equal session again and again, after which the cache can know a newer one.
  const given = JSON.stringify(initialSession);
  const taken = useRef(given);
  useEffect(() => {
    if (given === taken.current) return;
    taken.current = given;
    if (initialSession === undefined) return;
    const queryKey = foyerKeys.session(client);
    // A running query may have asked before the change.
    void chosen.cancelQueries({ queryKey }).then(() => chosen.setQueryData(queryKey, initialSession));
  }, [chosen, client, given, initialSession]);
  // A mounted cache notices that the page has the focus again. It counts its mounts, so the app may mount it, too.
  useEffect(() => {
    chosen.mount();
    return () => chosen.unmount();
  }, [chosen]);
  const page = usePresentPage();
  const value = useMemo(() => {
    // Without the Navigation API, `page` may be an earlier one.
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

/** The client and the cache of the `FoyerProvider` around this component, and the addresses of Foyer's pages. */
export function useFoyer(): Foyer {
  const value = useContext(FoyerContext);
  if (!value) throw new Error('There is no <FoyerProvider> around this component.');
  return value;
}
