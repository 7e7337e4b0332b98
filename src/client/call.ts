import { at } from './base-path.ts';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../server/trpc/router.ts';
import type { ProofOfWorkChallenge } from '../shared/proof-of-work.ts';
import type { Report } from './error-reports.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** The name of a procedure, `noun.verb`. */
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

/** A procedure that failed. `data` is the answer's `ErrorData`, or `undefined` when the answer did not come from the procedure. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly data: unknown;
  constructor(data: unknown, options?: ErrorOptions) {
    super('the procedure failed', options);
    this.data = data;
  }
}

/** Solves a challenge and answers the headers that let the same call through. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<Readonly<Record<string, string>>>;

/** What all calls of procedures share, also those of tRPC's hooks (`trpc.ts`). */
export interface CallOptions {
  /** The browser's own `fetch`, except in tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly report: Report;
  /** The browser's workers, except in tests. */
  readonly checkBrowser?: CheckBrowser;
}

/** Reports an answer of something other than the server, such as a proxy. Only the browser sees that. */
export async function fetchAnswer(
  { fetch = (...request) => window.fetch(...request), report }: CallOptions,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    report({
      code: 'UNAVAILABLE',
      message: `a procedure was answered with something else than JSON, status ${response.status}`,
      path: location.pathname,
    });
  return response;
}

/** What the procedure has answered. Throws `CallError`. */
export function readAnswer(answer: unknown): unknown {
  const { result, error } = (answer ?? {}) as Partial<WireAnswer>;
  if (result) return result.data;
  throw new CallError(error?.data);
}

interface WireAnswer {
  readonly result: { readonly data: unknown };
  readonly error: { readonly data: unknown };
}

/** Makes a call. If the server asks for a proof of work, it is solved, and the call is made once more with its headers. */
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

/** Loaded only when a challenge comes, which is rare. */
const checkInWorkers: CheckBrowser = async (challenge) =>
  (await import('./features/browser-check/check-browser.ts')).checkBrowser(challenge);

/** The calls of the signed-out pages: tRPC's wire format and types without its client, which is larger than these pages' own code. */
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
