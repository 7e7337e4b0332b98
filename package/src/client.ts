import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  TRPCClientError,
  type Operation,
} from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { TRPC_MAX_BATCH } from '../../src/shared/limits.ts';
import { FoyerError, readFailure } from './foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from './http.ts';
import { KINDS, type CallOptions, type Procedures } from './procedures.ts';
import { payingForWork } from './proof-of-work.ts';
import { retrying } from './retries.ts';

export { FoyerError, isFoyerError, type InputIssue } from './foyer-error.ts';
export type { Fetch } from './http.ts';
export type { ProofOfWorkChallenge } from './proof-of-work.ts';
export type {
  CallOptions,
  CommonErrorCode,
  ErrorCode,
  ErrorCodeOf,
  IssueKey,
  ProcedureErrors,
  Procedures,
  Scope,
} from './procedures.ts';

/** The procedures of one Foyer. Calls of the same moment travel in one request; a failing call rejects with `FoyerError`. */
export interface FoyerClient extends Procedures {
  /** Where this Foyer is, without a slash at the end; empty for the page's own origin. */
  readonly url: string;
}

export interface FoyerClientOptions {
  /** Foyer's origin, such as `https://example.com`. In a browser on that origin it may be left out. */
  readonly url?: string;
  /** An access token, `foyer_pat_…`. Without one, a browser's own cookie says who asks. */
  readonly token?: string;
  /** Instead of the platform's. */
  readonly fetch?: Fetch;
  /** How long a request may take, its answer included, in milliseconds; 10,000 unless told. */
  readonly timeoutMs?: number;
}

/** The session of `session.get`. */
export type Session = NonNullable<Awaited<ReturnType<Procedures['session']['get']['query']>>>;
export type Provider = Awaited<ReturnType<Procedures['providers']['list']['query']>>[number];
export type Account = Awaited<ReturnType<Procedures['accounts']['list']['query']>>[number];
export type ListedSession = Awaited<ReturnType<Procedures['session']['list']['query']>>[number];

/**
 * Calls Foyer's procedures: `await client.session.get.query()`. Queries that find it unavailable are tried again, three times at most, for a
 * few seconds; mutations never, as the first one may have worked. Only a mutation that Foyer refuses without a proof of work is made again,
 * with it.
 */
export function createFoyerClient(options: FoyerClientOptions = {}): FoyerClient {
  const {
    token,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    fetch = (url, init) => globalThis.fetch(url, init),
  } = options;
  const url = toBase(options.url ?? '');
  const link = {
    url: `${url}/trpc`,
    fetch: async (address: RequestInfo | URL | string, init?: unknown) => {
      // What tRPC passes on is the standard's; its own type leaves room for other implementations.
      const { answer, json } = await requestJson(fetch, timeoutMs, String(address), {
        ...(init as RequestInit | undefined),
      });
      return { ok: answer.ok, json: () => Promise.resolve(json) };
    },
  };
  const headersOf = (ops: readonly Operation[]) => ({
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...Object.assign({}, ...ops.map(({ context }) => context['headers'])),
  });
  const trpc = createTRPCUntypedClient<AnyTRPCRouter>({
    links: [
      splitLink({
        condition: ({ input }) => isNonJsonSerializable(input),
        true: httpLink({ ...link, headers: ({ op }) => headersOf([op]) }),
        false: httpBatchLink({
          ...link,
          headers: ({ opList }) => headersOf(opList),
          maxItems: TRPC_MAX_BATCH,
        }),
      }),
    ],
  });

  const call = async (send: () => Promise<unknown>, signal: AbortSignal | undefined) => {
    try {
      return await untilAborted(send(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw toFoyerError(error);
    }
  };
  const members = (path: string, kind: 'query' | 'mutation') =>
    kind === 'query'
      ? {
          query: (input: unknown, { signal }: CallOptions = {}) =>
            retrying(() => call(() => trpc.query(path, input, withSignal(signal)), signal), signal),
        }
      : {
          mutate: (input: unknown, { signal }: CallOptions = {}) =>
            payingForWork(
              (headers) =>
                call(
                  () => trpc.mutation(path, input, { ...withSignal(signal), context: { headers } }),
                  signal,
                ),
              signal,
            ),
        };
  const routers = Object.entries(KINDS).map(([router, procedures]) => [
    router,
    Object.fromEntries(
      Object.entries(procedures).map(([name, kind]) => [name, members(`${router}.${name}`, kind)]),
    ),
  ]);
  // Made from the table that is written together with the type.
  return { ...(Object.fromEntries(routers) as Procedures), url };
}

function withSignal(signal: AbortSignal | undefined): { signal: AbortSignal } | undefined {
  return signal && { signal };
}

/** A batch goes on until its last caller has given it up; the others do not wait for that. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    // The reason is whatever the signal's owner chose, as with `fetch`.
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function toFoyerError(error: unknown): FoyerError {
  if (!(error instanceof TRPCClientError)) return new FoyerError('UNAVAILABLE', { cause: error });
  if (error.cause instanceof FoyerError) return error.cause;
  return (
    readFailure({ error: error.shape as unknown }) ??
    // What is refused before the procedures has the same data without tRPC's number.
    readFailure(error.meta?.['responseJSON']) ??
    new FoyerError('UNAVAILABLE', { cause: error })
  );
}
