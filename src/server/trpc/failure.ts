import type { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { InputIssue } from '../../shared/issues.ts';
import { issueKeyOf } from '../../shared/issues.ts';
import { DATABASE_RETRY_AFTER_SECONDS } from '../../shared/limits.ts';
import type { ProofOfWorkChallenge } from '../../shared/proof-of-work.ts';
import type { Scope } from '../../shared/scopes.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import '../known-keys.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues?: readonly InputIssue[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly scope?: Scope | ServiceScope | undefined;
  readonly challenge?: ProofOfWorkChallenge | undefined;
}

/** The codes of tRPC's own refusals. */
const CODE_BY_TRPC_CODE: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'MALFORMED_REQUEST',
  BAD_REQUEST: 'MALFORMED_REQUEST',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
};

export function toFailure(error: TRPCError): Failure {
  const { code, ...details } = codeAndDetailsOf(error);
  return { code, status: ERRORS[code].status, ...details };
}

function codeAndDetailsOf(error: TRPCError): Omit<Failure, 'status'> {
  const { cause } = error;
  if (cause instanceof AppError) {
    const { code, issues, retryAfter, scope, challenge } = cause;
    return { code, issues, retryAfter, scope, challenge };
  }
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    return {
      code: 'INVALID_INPUT',
      issues: cause.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        key: issueKeyOf(message),
        message,
      })),
    };
  }
  if (isDatabaseUnavailable(cause)) return { code: 'UNAVAILABLE', retryAfter: DATABASE_RETRY_AFTER_SECONDS };
  return { code: CODE_BY_TRPC_CODE[error.code] ?? 'INTERNAL' };
}
