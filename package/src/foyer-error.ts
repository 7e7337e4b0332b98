import { ERRORS, isErrorCode } from '../../src/shared/errors/catalogue.ts';
import { isIssueKey } from '../../src/shared/issues.ts';
import { SCOPES } from '../../src/shared/scopes.ts';
import { SERVICE_SCOPES } from '../../src/shared/service-scopes.ts';
import type { ProofOfWorkChallenge } from './proof-of-work.ts';
import type { ErrorCode, IssueKey, Scope, ServiceScope } from './procedures.ts';

/** The scope of an access token or a service key. */
export type NeededScope = Scope | ServiceScope;

/** One fault of an input. */
export interface InputIssue {
  /** The path of the field: `["email"]`. */
  readonly path: readonly (string | number)[];
  readonly key: IssueKey;
  /** A sentence for users, in English. */
  readonly message: string;
}

interface Details {
  readonly issues?: readonly InputIssue[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly scope?: NeededScope | undefined;
  readonly challenge?: ProofOfWorkChallenge | undefined;
  readonly message?: string | undefined;
  readonly cause?: unknown;
}

/**
 * An error with a code of Foyer's catalogue. `UNAVAILABLE` also means no answer, a late answer, or an answer
 * that is not from Foyer: then it is unknown whether anybody is signed in.
 */
export class FoyerError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'FoyerError';
  readonly code: Code;
  /** What the user can do, in English. */
  readonly hint: string;
  /** The HTTP status of the code. */
  readonly status: number;
  /** With `INVALID_INPUT`: the faults by field. */
  readonly issues?: readonly InputIssue[];
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
  /** The id to quote to the operator of Foyer; missing when Foyer did not answer. */
  readonly requestId?: string;
  /** With `SCOPE_MISSING`: the scope that the access token or service key lacks. */
  readonly scope?: NeededScope;
  /** With `PROOF_OF_WORK_REQUIRED`: another challenge, after the client has already solved one. */
  readonly challenge?: ProofOfWorkChallenge;

  constructor(code: Code, details: Details = {}) {
    const { hint, status, message } = ERRORS[code];
    super(details.message ?? message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = hint;
    this.status = status;
    if (details.issues) this.issues = details.issues;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.requestId !== undefined) this.requestId = details.requestId;
    if (details.scope !== undefined) this.scope = details.scope;
    if (details.challenge) this.challenge = details.challenge;
  }
}

/**
 * Whether Foyer refused, or could not answer; also for an error of another copy of this package. Beside a call of one procedure,
 * `isFoyerError<ErrorCodeOf<'accounts.unlink'>>(error)` narrows `code` to what that procedure can fail with.
 */
export function isFoyerError<Code extends ErrorCode = ErrorCode>(error: unknown): error is FoyerError<Code> {
  return error instanceof Error && error.name === 'FoyerError' && isErrorCode(Reflect.get(error, 'code'));
}

/**
 * Parses the error in an answer's JSON (`{ error: { message, data } }`); `null` when there is none of
 * Foyer's. An unknown code of a newer Foyer becomes `INTERNAL` with the server's message.
 */
export function readFailure(json: unknown, cause?: unknown): FoyerError | null {
  const error = isRecord(json) ? json['error'] : undefined;
  const data = isRecord(error) ? error['data'] : undefined;
  if (!isRecord(error) || !isRecord(data) || typeof data['appCode'] !== 'string') return null;
  const { appCode, issues, retryAfter, requestId, scope, challenge } = data;
  const isKnown = isErrorCode(appCode);
  return new FoyerError(isKnown ? appCode : 'INTERNAL', {
    cause,
    ...(!isKnown && typeof error['message'] === 'string' && { message: error['message'] }),
    ...(Array.isArray(issues) && { issues: issues.flatMap(toIssue) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(isScope(scope) && { scope }),
    ...(isChallenge(challenge) && { challenge }),
  });
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

function isScope(value: unknown): value is NeededScope {
  return [...SCOPES, ...SERVICE_SCOPES].some((scope) => scope === value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
