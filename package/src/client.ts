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
import { buildProcedures } from './build-procedures.ts';
import { FoyerError, readFailure } from './foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from './http.ts';
import type { IdentityProvider, Procedures } from './procedures.ts';
import { withProofOfWork } from './proof-of-work.ts';
import { withRetries } from './retries.ts';

export { can, type Permitted } from './access.ts';
export type { Permission, UserData, Role, SessionData } from './config.ts';
export { FoyerError, isFoyerError, type ErrorsOf, type InputIssue } from './foyer-error.ts';
export type { Fetch } from './http.ts';
export type { ProofOfWorkChallenge } from '../../src/shared/proof-of-work.ts';
export type * from './procedures.ts';

/** The procedures of one Foyer. Calls in the same turn share one request. They reject with `FoyerError`. */
export interface FoyerClient extends Procedures {
  /** Foyer's address without a trailing slash; empty for the page's own origin. */
  readonly url: string;
}

export interface FoyerClientOptions {
  /** Foyer's origin, such as `https://example.com`. Optional in a browser on that origin. */
  readonly url?: string;
  /** An access token of a user, `foyer_pat_…`. Without one, a browser sends its session cookie. */
  readonly token?: string;
  /** The application's service key, `foyer_sk_…`, for `users.*` on a server. It replaces `token`. */
  readonly serviceKey?: string;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** The time limit of a request and its answer, in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
}

export type Provider = IdentityProvider;

/**
 * Creates a client for Foyer's procedures: `await client.session.get.query()`. It repeats a query up to three
 * times while Foyer is unavailable. It does not repeat a mutation, which may have succeeded, except once with
 * a proof of work that Foyer requires.
 */
export function createFoyerClient(options: FoyerClientOptions = {}): FoyerClient {
  const credential = credentialOf(options);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const url = toBase(options.url ?? '');
  // Some server runtimes reject the option `credentials`.
  const isBrowser = typeof document !== 'undefined';
  const link = {
    url: `${url}/trpc`,
    fetch: async (address: RequestInfo | URL | string, init?: unknown) => {
      // tRPC passes a standard `RequestInit`, but types it more loosely.
      const { answer, json } = await requestJson(fetch, timeoutMs, String(address), {
        ...(init as RequestInit | undefined),
        // Sends the cookie also from another origin of the site (TRUSTED_ORIGINS).
        ...(isBrowser && credential === undefined && { credentials: 'include' as const }),
      });
      return { ok: answer.ok, json: () => Promise.resolve(json) };
    },
  };
  const headersOf = (ops: readonly Operation[]) => ({
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
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
  const procedures = buildProcedures((path, kind) =>
    kind === 'query'
      ? (input, { signal } = {}) =>
          withRetries(() => call(() => trpc.query(path, input, withSignal(signal)), signal), signal)
      : (input, { signal } = {}) =>
          withProofOfWork(
            (headers) =>
              call(() => trpc.mutation(path, input, { ...withSignal(signal), context: { headers } }), signal),
            signal,
          ),
  );
  return { ...procedures, url };
}

/** Throws for an empty service key, and for one in a page, where everybody can read it. */
function credentialOf({ token, serviceKey }: FoyerClientOptions): string | undefined {
  if (serviceKey === undefined) return token;
  if (token !== undefined) throw new TypeError('token or serviceKey, not both');
  if (!serviceKey.startsWith('foyer_sk_')) throw new TypeError('serviceKey is no service key: foyer_sk_…');
  if (typeof document !== 'undefined')
    throw new TypeError('serviceKey is for servers only, not for browsers');
  return serviceKey;
}

function withSignal(signal: AbortSignal | undefined): { signal: AbortSignal } | undefined {
  return signal && { signal };
}

/** A shared request runs until all its callers have aborted. This caller rejects at once. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    // Any value, as with `fetch`.
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function toFoyerError(error: unknown): FoyerError {
  if (!(error instanceof TRPCClientError)) return new FoyerError('UNAVAILABLE', { cause: error });
  if (error.cause instanceof FoyerError) return error.cause;
  return (
    readFailure({ error: error.shape as unknown }) ??
    // Errors from outside the procedures lack tRPC's envelope.
    readFailure(error.meta?.['responseJSON']) ??
    new FoyerError('UNAVAILABLE', { cause: error })
  );
}
