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
 * tRPC's hooks over React Query, with tRPC's own types, as far as the pages use them: `trpc.<noun>.<verb>.useQuery`, `.useMutation` and
 * `trpc.useUtils()`. `@trpc/react-query` does as much and a lot more, which everybody would wait for on the sign-in page.
 */
export type ProcedureHooks = {
  readonly [Noun in keyof Inputs]: Offered<React[Noun], 'useQuery' | 'useMutation'>;
} & { readonly useUtils: () => Utils };

/** The client, and what the cache holds of each procedure. `invalidate` of a noun means all of its procedures. */
type Utils = { readonly client: TRPCClient<AppRouter> } & {
  readonly [Noun in keyof Inputs]: Pick<Cached[Noun], 'invalidate'> &
    Offered<Cached[Noun], 'invalidate' | 'reset' | 'getData' | 'setData'>;
};

type Inputs = inferRouterInputs<AppRouter>;
type React = CreateTRPCReact<AppRouter, unknown>;
type Cached = ReturnType<React['useUtils']>;
type Offered<Procedures, Names extends string> = {
  readonly [Verb in keyof Procedures]: Pick<Procedures[Verb], Extract<keyof Procedures[Verb], Names>>;
};

/** A procedure's name, `noun.verb`. */
type ProcedurePath = {
  [Noun in keyof Inputs]: `${Noun}.${keyof Inputs[Noun] & string}`;
}[keyof Inputs];

type Key = readonly [readonly string[], ...object[]];

/** A procedure's own part of the cache, as tRPC keys it; with an input, what it answered to that. */
export function procedureKey(path: ProcedurePath, input?: unknown): Key {
  return keyOf(path.split('.'), input);
}

/** What `useQuery` reads and writes. */
export function queryKey(path: ProcedurePath, input?: unknown): Key {
  return queryKeyOf(path.split('.'), input);
}

function keyOf(path: readonly string[], input: unknown): Key {
  return input === undefined ? [path] : [path, { input }];
}

function queryKeyOf(path: readonly string[], input: unknown): Key {
  return [path, { ...(input !== undefined && { input }), type: 'query' }];
}

/** tRPC's client, for the hooks. */
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
      byPath((path, args) => (path[0] === 'client' ? undefined : touchCache(queryClient, path, args)), {
        client,
      }),
    [client, queryClient],
  );
}

function touchCache(queryClient: QueryClient, names: readonly string[], [first, second]: readonly unknown[]) {
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

/** An object of which every path of names is a function: `call` gets the path and the arguments. */
function byPath(
  call: (path: readonly string[], args: readonly unknown[]) => unknown,
  own: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): unknown {
  return new Proxy(() => {}, {
    get: (_target, name) => {
      if (typeof name !== 'string') return undefined;
      return own[name] ?? byPath(call, {}, [...path, name]);
    },
    apply: (_target, _this, args) => call(path, args),
  });
}

/** The hooks of our router. */
export function createProcedureHooks(): ProcedureHooks {
  const hooks = byPath(
    (names, [first, second]) => {
      const path = names.slice(0, -1);
      // Which hook it is hangs on the name that is called, which is the same on every render.
      if (names.at(-1) === 'useQuery')
        return useProcedureQuery(path, first, second as Partial<UseQueryOptions>);
      if (names.at(-1) === 'useMutation') {
        return useProcedureMutation(path, first as UseMutationOptions<unknown, Error, unknown>);
      }
      throw new Error(`There is no hook ${names.join('.')}.`);
    },
    { useUtils },
  );
  // What each path is, its type says, and the names are made from the paths at run time.
  return hooks as ProcedureHooks;
}
