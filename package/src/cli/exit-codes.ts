import { isFoyerError, type ErrorCode } from '../client.ts';

/** A test compares these with `docs/command-line.md`. */
export const EXIT_CODES = {
  ok: 0,
  fault: 1,
  usage: 2,
  notSignedIn: 3,
  /** The token lacks a scope, or the user denied the request. */
  refused: 4,
  /** Something does not exist, the input is invalid, or an import refused users. */
  invalid: 5,
  /** Foyer is unreachable, unavailable, or limits the requests. */
  unavailable: 6,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError';
}

export class RefusedRowsError extends Error {
  override readonly name = 'RefusedRowsError';
}

/** Foyer did not answer an import for a minute. */
export class ImportInterruptedError extends Error {
  override readonly name = 'ImportInterruptedError';
  constructor(cause: Error, dryRun: boolean) {
    const what = dryRun
      ? 'Run the same command again.'
      : 'Run the same command again; it goes on where it was.';
    super(`Foyer did not answer for a minute. ${what}`, { cause });
  }
}

type FailureCode = ErrorCode | 'USAGE' | 'NOT_SIGNED_IN' | 'ROWS_REFUSED' | 'FAULT';

export function failureOf(error: unknown): { readonly code: FailureCode; readonly exitCode: ExitCode } {
  if (error instanceof UsageError) return { code: 'USAGE', exitCode: EXIT_CODES.usage };
  if (error instanceof NotSignedInError) return { code: 'NOT_SIGNED_IN', exitCode: EXIT_CODES.notSignedIn };
  if (error instanceof RefusedRowsError) return { code: 'ROWS_REFUSED', exitCode: EXIT_CODES.invalid };
  if (error instanceof ImportInterruptedError)
    return { code: 'UNAVAILABLE', exitCode: EXIT_CODES.unavailable };
  if (!isFoyerError(error)) return { code: 'FAULT', exitCode: EXIT_CODES.fault };
  const { code, status } = error;
  if (status === 401) return { code, exitCode: EXIT_CODES.notSignedIn };
  if (status === 403) return { code, exitCode: EXIT_CODES.refused };
  return { code, exitCode: status >= 500 || status === 429 ? EXIT_CODES.unavailable : EXIT_CODES.invalid };
}
