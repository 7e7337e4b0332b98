import { ERRORS, type ErrorCode } from '../shared/errors/catalogue.ts';
import type { InputIssue } from '../shared/issues.ts';
import type { ProofOfWorkChallenge } from '../shared/proof-of-work.ts';
import type { Scope } from '../shared/scopes.ts';
import type { ServiceScope } from '../shared/service-scopes.ts';

interface AppErrorDetails {
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  readonly scope?: Scope | ServiceScope;
  /** With `PROOF_OF_WORK_REQUIRED`. */
  readonly challenge?: ProofOfWorkChallenge;
  /** Whether `admit` of `foyer.config.ts` chose the code, which the procedure may not declare. */
  readonly byApplication?: true;
  /** For the log only; never sent. */
  readonly cause?: unknown;
}

/** An error with a code of the catalogue. tRPC, Auth.js and Express handlers turn it into an answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly scope: Scope | ServiceScope | undefined;
  readonly challenge: ProofOfWorkChallenge | undefined;
  readonly byApplication: boolean;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(ERRORS[code].message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.scope = details.scope;
    this.challenge = details.challenge;
    this.byApplication = details.byApplication ?? false;
  }
}
