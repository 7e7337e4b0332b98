import { at } from '../base-path.ts';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../server/trpc/router.ts';
import type { ProofOfWorkChallenge } from '../../shared/proof-of-work.ts';
import { checkInWorkers, type CheckBrowser } from '../features/browser-check/check-in-workers.ts';

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

export interface CallDependencies {
  /** The browser's own `fetch`, except in tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called when something other than the server answered without JSON, such as a proxy. Only the browser sees that. */
  readonly onNonJsonAnswer: (status: number) => void;
  /** The browser's workers, except in tests. */
  readonly checkBrowser?: CheckBrowser;
}

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
export function createCaller({
  fetch = (url, init) => window.fetch(url, init),
  onNonJsonAnswer,
  checkBrowser = checkInWorkers,
}: CallDependencies): Caller {
  async function send(url: string, init: RequestInit): Promise<unknown> {
    let answer: unknown;
    try {
      const response = await fetch(url, init);
      if (!response.headers.get('content-type')?.startsWith('application/json'))
        onNonJsonAnswer(response.status);
      answer = await response.json();
    } catch (cause) {
      throw new CallError(undefined, { cause });
    }
    const { result, error } = (answer ?? {}) as Partial<WireAnswer>;
    if (result) return result.data;
    throw new CallError(error?.data);
  }

  return {
    async query(name, input, signal) {
      const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      // The server's outputs are checked there, so the type is the answer's.
      return (await send(at(`/trpc/${name}${search}`), { ...(signal && { signal }) })) as OutputOf<
        typeof name
      >;
    },
    async mutate(name, input) {
      const post = (headers: Readonly<Record<string, string>>) =>
        send(at(`/trpc/${name}`), {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          ...(input !== undefined && { body: JSON.stringify(input) }),
        }) as Promise<OutputOf<typeof name>>;
      try {
        return await post({});
      } catch (refusal) {
        const challenge = challengeOf(refusal);
        if (!challenge) throw refusal;
        const headers = await checkBrowser(challenge).catch(() => {
          throw refusal;
        });
        return post(headers);
      }
    },
  };
}

interface WireAnswer {
  readonly result: { readonly data: unknown };
  readonly error: { readonly data: unknown };
}

function challengeOf(refusal: unknown): ProofOfWorkChallenge | undefined {
  const data = refusal instanceof CallError ? refusal.data : undefined;
  return (data as { challenge?: ProofOfWorkChallenge } | undefined)?.challenge;
}
