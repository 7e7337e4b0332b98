import { useCallback } from 'react';
import { isFoyerError, readFailure } from '../foyer-error.ts';
import type { Level } from '../has-level.ts';
import type { ErrorCode } from '../procedures.ts';
import { useFoyer } from './provider.tsx';

/** The level that a failure asks for. */
const LEVELS: Partial<Record<ErrorCode, Level>> = { SESSION_NOT_FRESH: 1, SECOND_FACTOR_REQUIRED: 2 };

export interface VerificationOptions {
  /** Leaves the page; default `location.assign`. */
  readonly openUrl?: (url: string) => void;
  /** Where Foyer's page leads back to. Default: the page that is shown at the time of the failure. */
  readonly callbackUrl?: string | undefined;
}

const assign = (url: string) => window.location.assign(url);

/**
 * Returns a function for failures: what Foyer's client threw, or the parsed JSON that your own server answered
 * (`requireLevel`). When the failure asks the user to verify who they are (`SECOND_FACTOR_REQUIRED`,
 * `SESSION_NOT_FRESH`), it opens Foyer's page for that (`verifyUrl`), and answers `true`. The present page is left
 * then. For any other failure it answers `false`.
 */
export function useVerification({ openUrl = assign, callbackUrl }: VerificationOptions = {}): (
  failure: unknown,
) => boolean {
  const { verifyUrl } = useFoyer();
  return useCallback(
    (failure) => {
      const error = isFoyerError(failure) ? failure : readFailure(failure);
      const level = error ? LEVELS[error.code] : undefined;
      if (level === undefined) return false;
      openUrl(verifyUrl(level, callbackUrl));
      return true;
    },
    [verifyUrl, openUrl, callbackUrl],
  );
}
