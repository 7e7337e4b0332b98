import { ERRORS, isErrorCode } from '../../src/shared/errors/catalogue.ts';
import { isIssueKey } from '../../src/shared/issues.ts';
import type { ProofOfWorkChallenge } from '../../src/shared/proof-of-work.ts';
import type { ErrorCode, ErrorCodeOf, IssueKey, ProcedureErrors, Scope, ServiceScope } from './procedures.ts';

export type NeededScope = ServiceScopeOr<Scope>;
type ServiceScopeOr<Others extends string> = ServiceScope | Others;

export interface InputIssue {
  /** The path of the field: `["email"]`. */
  readonly path: readonly (string | number)[];
  readonly key: IssueKey;
  /** In English, for users. */
  readonly message: string;
}

/** What an error with this code always has. */
interface CodeDetails {
  /** `scope`: what the access token or service key lacks. */
  readonly SCOPE_MISSING: { readonly scope: NeededScope };
  /** `retryAfter`: seconds until a retry can succeed. */
  readonly RATE_LIMITED: { readonly retryAfter: number };
  /** `issues`: the faults by field. */
  readonly INVALID_INPUT: { readonly issues: readonly InputIssue[] };
  /** `challenge`: another one, after the client has already solved one. */
  readonly PROOF_OF_WORK_REQUIRED: { readonly challenge: ProofOfWorkChallenge };
}
type DetailedCode = keyof CodeDetails;

/** What an error with another code may have. */
interface PlainDetails {
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
  readonly issues?: never;
  readonly scope?: never;
  readonly challenge?: never;
}

interface Failure<Code extends ErrorCode> extends Error {
  readonly name: 'FoyerError';
  readonly code: Code;
  /** What the user can do, in English. */
  readonly hint: string;
  readonly status: number;
  /** The id to quote to Foyer's operator; missing without an answer. */
  readonly requestId?: string;
}

/** Codes without details share one union member, so that the compiler compares few. */
type PlainFailure<Code extends ErrorCode> = [Code] extends [never] ? never : Failure<Code> & PlainDetails;
type DetailedFailure<Code extends DetailedCode> = Failure<Code> &
  CodeDetails[Code] &
  Omit<PlainDetails, keyof CodeDetails[Code]>;

/**
 * An error with a code of Foyer's catalogue. `code` narrows the rest: `SCOPE_MISSING` has `scope`,
 * `RATE_LIMITED` has `retryAfter`, `INVALID_INPUT` has `issues`, which `message` also names. `UNAVAILABLE`
 * means no answer, a late one, or one that is not Foyer's: it is then unknown who is signed in.
 */
export type FoyerError<Code extends ErrorCode = ErrorCode> =
  | PlainFailure<Exclude<Code, DetailedCode>>
  | { [Each in Code & DetailedCode]: DetailedFailure<Each> }[Code & DetailedCode];

/** The errors of this procedure: `ErrorsOf<'accounts.unlink'>`. */
export type ErrorsOf<Path extends keyof ProcedureErrors> = FoyerError<ErrorCodeOf<Path>>;

interface Details {
  readonly issues?: readonly InputIssue[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly scope?: NeededScope | undefined;
  readonly challenge?: ProofOfWorkChallenge | undefined;
  readonly message?: string | undefined;
  readonly cause?: unknown;
}
type DetailsOf<Code extends ErrorCode> = Code extends DetailedCode
  ? [details: Details & CodeDetails[Code]]
  : [details?: Details];

interface FoyerErrorConstructor {
  /** The type that `instanceof` narrows to. */
  readonly prototype: FoyerError;
  new <Code extends ErrorCode>(code: Code, ...details: DetailsOf<Code>): FoyerError<Code>;
}

// A class cannot have a union type as its instances, hence the cast.
export const FoyerError = class extends Error {
  override readonly name = 'FoyerError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly status: number;

  constructor(code: ErrorCode, { message, cause, ...details }: Details = {}) {
    const known = ERRORS[code];
    super(
      message ?? [known.message, ...describeIssues(details.issues)].join(' '),
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    // Only Foyer's own forms mark the fields.
    this.hint = code === 'INVALID_INPUT' ? 'Correct the input and try again.' : known.hint;
    this.status = known.status;
    for (const [name, detail] of Object.entries(details))
      if (detail !== undefined) Reflect.set(this, name, detail);
  }

  /** The only part of an error that Next passes from server components to `error.tsx` in production. */
  get digest(): string {
    return this.code;
  }
} as unknown as FoyerErrorConstructor;

type Failing = keyof ProcedureErrors | ErrorCode;
type CodesOf<Chosen extends Failing> = Chosen extends keyof ProcedureErrors
  ? ErrorCodeOf<Chosen>
  : Extract<Chosen, ErrorCode>;

/**
 * Whether it is Foyer's, also from another copy of this package. `isFoyerError<'accounts.unlink'>(error)`
 * narrows it to the errors of one call.
 */
export function isFoyerError<Chosen extends Failing = ErrorCode>(
  error: unknown,
): error is FoyerError<CodesOf<Chosen>> {
  return error instanceof Error && error.name === 'FoyerError' && isErrorCode(Reflect.get(error, 'code'));
}

/** `null`: not Foyer's JSON. An unknown code, or missing details, become `INTERNAL`. */
export function readFailure(json: unknown, cause?: unknown): FoyerError | null {
  const error = isRecord(json) ? json['error'] : undefined;
  const data = isRecord(error) ? error['data'] : undefined;
  if (!isRecord(error) || !isRecord(data) || typeof data['appCode'] !== 'string') return null;
  const { appCode, retryAfter, requestId, scope, challenge, host } = data;
  const details = {
    cause,
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(isScope(scope) && { scope }),
    ...(isChallenge(challenge) && { challenge }),
    // WRONG_HOST
    ...(isRecord(host) &&
      typeof host['expected'] === 'string' && {
        message: `This server answers as ${host['expected']} alone.`,
      }),
  };
  const issues = Array.isArray(data['issues']) ? data['issues'].flatMap(toIssue) : [];
  if (appCode === 'INVALID_INPUT') return new FoyerError(appCode, { ...details, issues });
  const promised = isDetailed(appCode) ? PROMISED[appCode] : undefined;
  if (isErrorCode(appCode) && (promised === undefined || promised in details))
    return new FoyerError(appCode, details);
  const { message } = error;
  return new FoyerError('INTERNAL', { ...details, ...(typeof message === 'string' && { message }) });
}

const PROMISED = {
  SCOPE_MISSING: 'scope',
  RATE_LIMITED: 'retryAfter',
  PROOF_OF_WORK_REQUIRED: 'challenge',
} as const;

function isDetailed(code: string): code is keyof typeof PROMISED {
  return Object.hasOwn(PROMISED, code);
}

const ISSUES_IN_MESSAGE = 10;

function describeIssues(issues: readonly InputIssue[] = []): string[] {
  const sentences = issues.map(({ path, message }) => {
    const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
    return path.length === 0 ? sentence : `${path.join('.')}: ${sentence}`;
  });
  const others = sentences.length - ISSUES_IN_MESSAGE;
  return others > 0 ? [...sentences.slice(0, ISSUES_IN_MESSAGE), `And ${others} more.`] : sentences;
}

function toIssue(issue: unknown): InputIssue[] {
  if (!isRecord(issue) || !Array.isArray(issue['path']) || typeof issue['message'] !== 'string') return [];
  const path = issue['path'].filter((part) => typeof part === 'string' || typeof part === 'number');
  const { key, message } = issue;
  return [{ path, key: isIssueKey(key) ? key : 'other', message }];
}

function isChallenge(value: unknown): value is ProofOfWorkChallenge {
  return isRecord(value) && isRecord(value['parameters']) && typeof value['signature'] === 'string';
}

/** The application and newer versions of Foyer have more scopes. */
function isScope(value: unknown): value is NeededScope {
  return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
