import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, getQueryKey, type CreateTRPCReact } from '@trpc/react-query';
import { TRPC_MAX_BATCH } from '../shared/limits.ts';
import type { AppRouter } from '../server/trpc/router.ts';
import { toClientError } from './errors.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

interface TrpcClientOptions {
  /** The browser's own `fetch` unless a test answers in its place. */
  readonly fetch?: NonNullable<Parameters<typeof httpBatchLink>[0]['fetch']>;
}

export function createTrpcClient(options: TrpcClientOptions = {}): TRPCClient<AppRouter> {
  return trpc.createClient({
    links: [httpBatchLink({ url: '/trpc', maxItems: TRPC_MAX_BATCH, ...options })],
  });
}

const RETRY_FIRST_MS = 1000;
const RETRY_AT_MOST_MS = 5000;

/**
 * Queries go on trying for as long as the service cannot answer, and give up at once on every other failure. Mutations are never
 * repeated by themselves: the first one may have worked.
 */
export function createQueryClient(retryFirstMs = RETRY_FIRST_MS): QueryClient {
  // A call refused for want of a session means that the session we show is gone: read it anew, and the guard leads on.
  const onError = (error: unknown) => {
    if (toClientError(error).code === 'SessionRequired') {
      void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.session.get) });
    }
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // `navigator.onLine` says nothing about a server on this machine; ask the server itself.
        networkMode: 'always',
        retry: (_failures, error) => toClientError(error).code === 'UNAVAILABLE',
        retryDelay: (failures) => Math.min(retryFirstMs * 2 ** failures, RETRY_AT_MOST_MS),
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queryClient;
}
