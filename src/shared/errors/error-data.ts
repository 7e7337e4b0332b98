import type { InputIssue } from '../issues.ts';
import type { ProofOfWorkChallenge } from '../proof-of-work.ts';
import type { Scope } from '../scopes.ts';
import type { ServiceScope } from '../service-scopes.ts';
import type { ErrorCode } from './catalogue.ts';

/** `error.data` of a failed procedure. It holds nothing internal. */
export interface ErrorData {
  readonly appCode: ErrorCode;
  readonly requestId: string;
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** With `SCOPE_MISSING`: the scope that the procedure needs. */
  readonly scope?: Scope | ServiceScope;
  /** With `PROOF_OF_WORK_REQUIRED`: what to solve before the same call is repeated. */
  readonly challenge?: ProofOfWorkChallenge;
}

/** `error.data` of a request that was refused before any procedure. */
export interface RefusalData extends ErrorData {
  /** With `WRONG_HOST`. */
  readonly host?: HostMismatch;
}

/** A request for another host than the one of `APP_ORIGIN`. */
export interface HostMismatch {
  readonly arrived: string;
  readonly forwarded?: string;
  readonly expected: string;
  /** One sentence for the operator, with the line of configuration that mends it. */
  readonly remedy: string;
}
