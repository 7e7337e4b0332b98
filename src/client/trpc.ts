import { at } from './base-path.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  splitLink,
  type HTTPHeaders,
  type TRPCClient,
  type TRPCLink,
} from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact, getQueryKey } from '@trpc/react-query';
import { observable, observableToPromise } from '@trpc/server/observable';
import { TRPC_MAX_BATCH } from '../shared/limits.ts';
import type { Session } from '../shared/schemas/session.ts';
import type { AppRouter } from '../server/trpc/router.ts';
import { callWithProof, fetchAnswer, type CallOptions } from './call.ts';
import { toPageError } from './errors.ts';

export const trpc = createTRPCReact<AppRouter>();

/** tRPC's hook for endless lists adds `direction` to the input, which strict inputs refuse. */
const withoutDirectionLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) => {
    if (op.type !== 'query' || typeof op.input !== 'object' || op.input === null) return next(op);
    const { direction: _direction, ...input } = op.input as Record<string, unknown>;
    return next({ ...op, input });
  };

const proofLink =
  (options: CallOptions): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const send = async () => {
        const answer = await callWithProof(options, (headers) =>
          observableToPromise(next({ ...op, context: { ...op.context, headers } })),
        );
        observer.next(answer);
        observer.complete();
      };
      send().catch(observer.error);
    });

export function createTrpcClient(options: CallOptions): TRPCClient<AppRouter> {
  const link = () =>
    httpBatchLink({
      url: at('/trpc'),
      maxItems: TRPC_MAX_BATCH,
      headers: ({ opList }) =>
        Object.assign({}, ...opList.map(({ context }) => context['headers'])) as HTTPHeaders,
      // tRPC's types also allow other implementations of fetch. Its arguments fit the standard's.
      fetch: (url, init) => fetchAnswer(options, String(url), init as RequestInit),
    });
  return createTRPCClient<AppRouter>({
    links: [
      withoutDirectionLink,
      proofLink(options),
      splitLink({
        condition: ({ context }) => context['separateBatch'] === true,
        true: link(),
        false: link(),
      }),
    ],
  });
}

/** For a slow call: a batch is answered when its last call is, so this call gets one of its own. */
export const SEPARATE_BATCH = { separateBatch: true };
export const SESSION_KEY = getQueryKey(trpc.session.get);

export function readProviders(queryClient: QueryClient, client: TRPCClient<AppRouter>) {
  const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
  return utils.providers.list.ensureData(undefined, {
    // `ensureData` does not retry by default, unlike queries on a page.
    retry: queryClient.getDefaultOptions().queries?.retry ?? false,
  });
}

export function cacheSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(getQueryKey(trpc.session.get, undefined, 'query'), session);
}

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 5000;

/** Mutations are not retried, because the first attempt may have succeeded. */
export function createQueryClient(retryFirstMs = RETRY_FIRST_MS): QueryClient {
  // The cached session is gone. The new read makes `RequireSession` redirect to sign-in.
  const onError = (error: unknown) => {
    if (toPageError(error).code === 'SessionRequired') {
      void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    }
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // `navigator.onLine` says nothing about a server on this machine, so the request is always sent.
        networkMode: 'always',
        // By default this is off for the mode above.
        refetchOnReconnect: true,
        retry: (_failures, error) => toPageError(error).code === 'UNAVAILABLE',
        retryDelay: (failures) => Math.min(retryFirstMs * 2 ** failures, RETRY_MAX_MS),
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queryClient;
}
