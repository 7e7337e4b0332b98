import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink, type HTTPHeaders, type TRPCClient } from '@trpc/client';
import { TRPC_MAX_BATCH } from '../shared/limits.ts';
import type { Provider } from '../shared/schemas/providers.ts';
import type { AppRouter } from '../server/trpc/router.ts';
import {
  browserCheckLink,
  checkInWorkers,
  type CheckBrowser,
} from './features/browser-check/browser-check-link.ts';
import { toClientError } from './errors.ts';
import { createProcedureHooks, procedureKey, queryKey } from './procedure-hooks.ts';

export const trpc = createProcedureHooks();

interface TrpcClientOptions {
  /** The browser's own unless a test answers in its place. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Something that is no JSON answered in the server's place: a proxy's page, say. Only the browser sees that. */
  readonly onForeignAnswer: (status: number) => void;
  /** The browser's workers unless a test stands in for them. */
  readonly checkBrowser?: CheckBrowser;
}

export function createTrpcClient({
  fetch = (url, init) => window.fetch(url, init),
  onForeignAnswer,
  checkBrowser = checkInWorkers,
}: TrpcClientOptions): TRPCClient<AppRouter> {
  const link = () =>
    httpBatchLink({
      url: '/trpc',
      maxItems: TRPC_MAX_BATCH,
      headers: ({ opList }) =>
        opList.map(({ context }) => context['headers'] as HTTPHeaders | undefined).find(Boolean) ?? {},
      fetch: async (url, init) => {
        // tRPC's own types leave room for other implementations of fetch; what it passes on is the standard's.
        const answer = await fetch(String(url), init as RequestInit);
        if (!answer.headers.get('content-type')?.startsWith('application/json'))
          onForeignAnswer(answer.status);
        return answer;
      },
    });
  return createTRPCClient<AppRouter>({
    links: [
      browserCheckLink(checkBrowser),
      splitLink({ condition: ({ context }) => context['behind'] === true, true: link(), false: link() }),
    ],
  });
}

/** The context of a call that may take its time: a batch is answered when its last call is, and nobody should wait for this one. */
export const BEHIND = { behind: true };

/** Where the cache keeps the session, and the ways to sign in. */
export const SESSION_KEY = procedureKey('session.get');
const PROVIDERS_KEY = queryKey('providers.list');

/** The ways to sign in, from memory or, once it answers, from the server. */
export function readProviders(queryClient: QueryClient, client: TRPCClient<AppRouter>) {
  return queryClient.ensureQueryData({
    queryKey: PROVIDERS_KEY,
    queryFn: () => client.providers.list.query(),
    // Unlike queries on a page, such a one gives up at once unless it is told not to.
    retry: queryClient.getDefaultOptions().queries?.retry ?? false,
  });
}

/** What the server has said of them together with the page. */
export function rememberProviders(queryClient: QueryClient, providers: readonly Provider[]): void {
  queryClient.setQueryData(PROVIDERS_KEY, providers);
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
      void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
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
