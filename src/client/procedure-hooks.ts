import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { getUntypedClient, type TRPCClient } from '@trpc/client';
import type { CreateTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs } from '@trpc/server';
import { createContext, useContext, useMemo } from 'react';
import type { AppRouter } from '../server/trpc/router.ts';

/**
 * tRPC's hooks over React Query, with tRPC's own types: `trpc.<noun>.<verb>.useQuery`, `.useMutation` and `trpc.useUtils()`.
 * `@trpc/react-query` offers more, but it is too large for the sign-in page.
 */
export type ProcedureHooks = {
  readonly [Noun in keyof Inputs]: PickMethods<React[Noun], 'useQuery' | 'useMutation'>;
} & { readonly useUtils: () => Utils };

/** The client and the cache of each procedure. `invalidate` of a noun invalidates all of its procedures. */
type Utils = { readonly client: TRPCClient<AppRouter> } & {
  readonly [Noun in keyof Inputs]: Pick<CacheUtils[Noun], 'invalidate'> &
    PickMethods<CacheUtils[Noun], 'invalidate' | 'reset' | 'getData' | 'setData'>;
};

type Inputs = inferRouterInputs<AppRouter>;
type React = CreateTRPCReact<AppRouter, unknown>;
type CacheUtils = ReturnType<React['useUtils']>;
type PickMethods<Procedures, Names extends string> = {
  readonly [Verb in keyof Procedures]: Pick<Procedures[Verb], Extract<keyof Procedures[Verb], Names>>;
};

/** The name of a procedure, `noun.verb`. */
type ProcedurePath = {
  [Noun in keyof Inputs]: `${Noun}.${keyof Inputs[Noun] & string}`;
}[keyof Inputs];

type Key = readonly [readonly string[], ...object[]];

/** The key of a procedure in the cache, in tRPC's format; with an input, the key of its answers to that input. */
export function procedureKey(path: ProcedurePath, input?: unknown): Key {
  return keyOf(path.split('.'), input);
}

/** The key under which `useQuery` stores an answer. */
export function queryKey(path: ProcedurePath, input?: unknown): Key {
  return queryKeyOf(path.split('.'), input);
}

function keyOf(path: readonly string[], input: unknown): Key {
  return input === undefined ? [path] : [path, { input }];
}

function queryKeyOf(path: readonly string[], input: unknown): Key {
  return [path, { ...(input !== undefined && { input }), type: 'query' }];
}

/** The tRPC client that the hooks use. */
export const ClientContext = createContext<TRPCClient<AppRouter> | null>(null);

function useClient(): TRPCClient<AppRouter> {
  const client = useContext(ClientContext);
  if (!client) throw new Error('Procedures need a <ClientContext> around them.');
  return client;
}

function useProcedureQuery(path: readonly string[], input: unknown, options?: Partial<UseQueryOptions>) {
  const client = getUntypedClient(useClient());
  return useQuery({
    ...options,
    queryKey: queryKeyOf(path, input),
    queryFn: () => client.query(path.join('.'), input),
  });
}

function useProcedureMutation(
  path: readonly string[],
  options?: UseMutationOptions<unknown, Error, unknown>,
) {
  const client = getUntypedClient(useClient());
  return useMutation({
    ...options,
    mutationKey: [path],
    mutationFn: (input) => client.mutation(path.join('.'), input),
  });
}

function useUtils(): unknown {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMemo(
    () =>
      byPath((path, args) => (path[0] === 'client' ? undefined : callCache(queryClient, path, args)), {
        client,
      }),
    [client, queryClient],
  );
}

function callCache(queryClient: QueryClient, names: readonly string[], [first, second]: readonly unknown[]) {
  const path = names.slice(0, -1);
  switch (names.at(-1)) {
    case 'invalidate':
      return queryClient.invalidateQueries({ queryKey: keyOf(path, first) });
    case 'reset':
      return queryClient.resetQueries({ queryKey: keyOf(path, first) });
    case 'getData':
      return queryClient.getQueryData(queryKeyOf(path, first));
    case 'setData':
      return queryClient.setQueryData(queryKeyOf(path, first), second);
    default:
      throw new Error(`The cache cannot ${names.join('.')}.`);
  }
}

/** An object in which every path of names is a function. `call` gets the path and the arguments. */
function byPath(
  call: (path: readonly string[], args: readonly unknown[]) => unknown,
  ownProperties: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): unknown {
  return new Proxy(() => {}, {
    get: (_target, name) => {
      if (typeof name !== 'string') return undefined;
      return ownProperties[name] ?? byPath(call, {}, [...path, name]);
    },
    apply: (_target, _this, args) => call(path, args),
  });
}

/** The hooks for the procedures of `AppRouter`. */
export function createProcedureHooks(): ProcedureHooks {
  const hooks = byPath(
    (names, [first, second]) => {
      const path = names.slice(0, -1);
      // A call site always calls the same name, so the order of hooks stays the same on every render.
      if (names.at(-1) === 'useQuery')
        return useProcedureQuery(path, first, second as Partial<UseQueryOptions>);
      if (names.at(-1) === 'useMutation') {
        return useProcedureMutation(path, first as UseMutationOptions<unknown, Error, unknown>);
      }
      throw new Error(`There is no hook ${names.join('.')}.`);
    },
    { useUtils },
  );
  // The proxy builds the paths at run time; only the type knows them.
  return hooks as ProcedureHooks;
}
