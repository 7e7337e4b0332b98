import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { FoyerClient } from '../client.ts';

interface FoyerContextValue {
  readonly client: FoyerClient;
  readonly queryClient: QueryClient;
}

const FoyerContext = createContext<FoyerContextValue | null>(null);

export interface FoyerProviderProps {
  readonly client: FoyerClient;
  /** The cache for answers. Default: the one of the app's `QueryClientProvider`, otherwise a new one. */
  readonly queryClient?: QueryClient;
  readonly children: ReactNode;
}

export function FoyerProvider({ client, queryClient, children }: FoyerProviderProps) {
  const inherited = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  const chosen = queryClient ?? inherited ?? own;
  // A mounted cache notices that the page has the focus again. It counts its mounts, so the app may mount it, too.
  useEffect(() => {
    chosen.mount();
    return () => chosen.unmount();
  }, [chosen]);
  const value = useMemo(() => ({ client, queryClient: chosen }), [client, chosen]);
  return <FoyerContext.Provider value={value}>{children}</FoyerContext.Provider>;
}

export function useFoyer(): FoyerContextValue {
  const value = useContext(FoyerContext);
  if (!value) throw new Error('There is no <FoyerProvider> around this component.');
  return value;
}
