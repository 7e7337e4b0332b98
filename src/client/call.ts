import { at } from './base-path.ts';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../server/trpc/router.ts';
import type { ProofOfWorkChallenge } from '../shared/proof-of-work.ts';
import type { Report } from './error-reports.ts';
import { OfflineError } from './errors.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

export type ProcedureName = {
  [Noun in keyof Inputs]: `${Noun}.${keyof Inputs[Noun] & string}`;
}[keyof Inputs];

type At<Table, Name extends string> = Name extends `${infer Noun}.${infer Verb}`
  ? Noun extends keyof Table
    ? Verb extends keyof Table[Noun]
      ? Table[Noun][Verb]
      : never
    : never
  : never;
export type InputOf<Name extends ProcedureName> = At<Inputs, Name>;
export type OutputOf<Name extends ProcedureName> = At<Outputs, Name>;

/** `data` is the answer's `ErrorData`; `undefined` when the answer is not the procedure's. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly data: unknown;
  constructor(data: unknown, options?: ErrorOptions) {
    super('the procedure failed', options);
    this.data = data;
  }
}

/** Answers the headers that let the same call through. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<Readonly<Record<string, string>>>;

/** Also for tRPC's hooks (`trpc.ts`). */
export interface CallOptions {
  /** The browser's own `fetch`, except in tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly report: Report;
  /** The browser's workers, except in tests. */
  readonly checkBrowser?: CheckBrowser;
}

/** Reports an answer of a proxy or the like, which only the browser sees. */
export async function fetchAnswer(
  { fetch = (...request) => window.fetch(...request), report }: CallOptions,
  url: string,
  init: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw navigator.onLine ? cause : new OfflineError('the browser is offline', { cause });
  }
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    report({
      code: 'UNAVAILABLE',
      message: `a procedure was answered with something else than JSON, status ${response.status}`,
      path: location.pathname,
    });
  return response;
}

/** Throws `CallError`. */
export function readAnswer(answer: unknown): unknown {
  const { result, error } = (answer ?? {}) as Partial<WireAnswer>;
  if (result) return result.data;
  throw new CallError(error?.data);
}

interface WireAnswer {
  readonly result: { readonly data: unknown };
  readonly error: { readonly data: unknown };
}

/** A demanded proof of work is solved, and the call is made once more with its headers. */
export async function callWithProof<Output>(
  { checkBrowser = checkInWorkers }: Pick<CallOptions, 'checkBrowser'>,
  call: (headers: Readonly<Record<string, string>>) => Promise<Output>,
): Promise<Output> {
  try {
    return await call({});
  } catch (refusal) {
    const { challenge } = ((refusal as Partial<CallError>).data ?? {}) as {
      challenge?: ProofOfWorkChallenge;
    };
    if (!challenge) throw refusal;
    const headers = await checkBrowser(challenge).catch(() => {
      throw refusal;
    });
    return call(headers);
  }
}

/** Loaded when a challenge comes. */
const checkInWorkers: CheckBrowser = async (challenge) =>
  (await import('./features/browser-check/check-browser.ts')).checkBrowser(challenge);

/** tRPC's wire format and types without its library, which is larger than the signed-out pages. */
export interface Caller {
  readonly query: <Name extends ProcedureName>(
    name: Name,
    input?: InputOf<Name>,
    signal?: AbortSignal,
  ) => Promise<OutputOf<Name>>;
  readonly mutate: <Name extends ProcedureName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;
}

/** Every call fails with `CallError`. */
export function createCaller(options: CallOptions): Caller {
  // The server checks its outputs, so the type is the answer's.
  async function send<Output>(url: string, init: RequestInit): Promise<Output> {
    let answer: unknown;
    try {
      answer = await (await fetchAnswer(options, at(url), init)).json();
    } catch (cause) {
      throw new CallError(undefined, { cause });
    }
    return readAnswer(answer) as Output;
  }

  return {
    query(name, input, signal) {
      const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return send(`/trpc/${name}${search}`, { ...(signal && { signal }) });
    },
    mutate: (name, input) =>
      callWithProof(options, (headers) =>
        send(`/trpc/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          ...(input !== undefined && { body: JSON.stringify(input) }),
        }),
      ),
  };
}
