import { buildProcedures, type ProcedurePath } from '../build-procedures.ts';
import type { FoyerClient, Session } from '../client.ts';
import { FoyerError, isFoyerError, type ErrorsOf } from '../foyer-error.ts';
import type { Procedures } from '../procedures.ts';
import {
  anAccount,
  aProvider,
  aSession,
  type AccountParts,
  type DeclaredRoles,
  type ProviderParts,
  type SessionParts,
} from './session.ts';

type MemberOf<Path extends ProcedurePath> = Path extends `${infer Router}.${infer Name}`
  ? Procedures[Router & keyof Procedures][Name & keyof Procedures[Router & keyof Procedures]]
  : never;
type CallOf<Path extends ProcedurePath> =
  MemberOf<Path> extends infer Member
    ? Member extends { query: infer Call } | { mutate: infer Call }
      ? Call
      : never
    : never;
type InputOf<Path extends ProcedurePath> =
  CallOf<Path> extends (input: infer Input, ...rest: never) => unknown ? Input : never;
type OutputOf<Path extends ProcedurePath> =
  CallOf<Path> extends (...args: never) => Promise<infer Output> ? Output : never;

/** An answer, or the `FoyerError` of a failure. Only errors of this procedure compile. */
type Outcome<Path extends ProcedurePath> = OutputOf<Path> | ErrorsOf<Path>;

export interface FakeFoyerOptions {
  /** Who is signed in, with defaults for missing parts (`aSession`). Default: nobody, `null`. */
  readonly session?: SessionParts | null;
  /** The default export of `foyer.config.ts`: its roles decide the session's permissions. Default: none. */
  readonly config?: DeclaredRoles;
  /** The answer of `accounts.list`. Default: none. */
  readonly accounts?: readonly AccountParts[];
  /** The answer of `providers.list`. Default: none. */
  readonly providers?: readonly ProviderParts[];
  /** Other procedures by name: `'accounts.unlink': () => new FoyerError('LAST_SIGN_IN_METHOD')`. They win. */
  readonly procedures?: {
    readonly [Path in ProcedurePath]?: (input: InputOf<Path>) => Outcome<Path> | Promise<Outcome<Path>>;
  };
  /** The client's address; default: empty, as on Foyer's own origin. */
  readonly url?: string;
}

export interface FakeCall {
  /** Such as `accounts.unlink`. */
  readonly path: ProcedurePath;
  readonly input: unknown;
}

export interface FakeFoyer {
  /** For `<FoyerProvider client={client}>` and your own code. It sends no requests. */
  readonly client: FoyerClient;
  /** Oldest first. */
  readonly calls: readonly FakeCall[];
}

/**
 * A Foyer for component tests: `const { client, calls } = fakeFoyer({ session: { user: { name: 'Ada' } } })`.
 * `session.signOut` ends the session. A procedure without an answer throws an error with its name.
 */
export function fakeFoyer(options: FakeFoyerOptions = {}): FakeFoyer {
  const { accounts = [], providers = [], url = '' } = options;
  let session: Session | null = options.session ? aSession(options.session, options.config) : null;
  const outcomes: FakeFoyerOptions['procedures'] = {
    'session.get': () => session,
    'session.signOut': () => {
      session = null;
      return { signedOut: true };
    },
    'accounts.list': () =>
      session === null ? new FoyerError('SessionRequired') : accounts.map((each) => anAccount(each)),
    'providers.list': () => providers.map((each) => aProvider(each)),
    ...options.procedures,
  };
  const calls: FakeCall[] = [];
  const procedures = buildProcedures((path) => async (input, { signal } = {}) => {
    calls.push({ path, input });
    // The compiler cannot know the procedure. The keys of the options are typed.
    const outcomeOf = outcomes[path] as ((given: unknown) => unknown) | undefined;
    if (!outcomeOf)
      throw new Error(
        `fakeFoyer has no answer for ${path}. Give it one: procedures: { '${path}': (input) => … }`,
      );
    const outcome = await outcomeOf(input);
    signal?.throwIfAborted();
    if (isFoyerError(outcome)) throw outcome;
    return outcome;
  });
  return { client: { ...procedures, url }, calls };
}
