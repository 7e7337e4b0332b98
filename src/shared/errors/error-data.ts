import type { InputIssue } from '../issues.ts';
import type { ProofOfWorkChallenge } from '../proof-of-work.ts';
import type { Scope } from '../scopes.ts';
import type { ServiceScope } from '../service-scopes.ts';
import type { ErrorCode } from './catalogue.ts';

/** What `error.data` of a failed procedure holds; nothing internal. */
export interface ErrorData {
  readonly appCode: ErrorCode;
  readonly requestId: string;
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** With `SCOPE_MISSING`: the scope that the procedure needs. */
  readonly scope?: Scope | ServiceScope;
  /** With `PROOF_OF_WORK_REQUIRED`: what to solve before the same call is made again. */
  readonly challenge?: ProofOfWorkChallenge;
}
