import { useCallback } from 'react';
import { isFoyerError, readFailure } from '../foyer-error.ts';
import type { Level } from '../has-level.ts';
import type { ErrorCode } from '../procedures.ts';
import { useFoyer } from './provider.tsx';

const LEVELS: Partial<Record<ErrorCode, Level>> = { SESSION_NOT_FRESH: 1, SECOND_FACTOR_REQUIRED: 2 };

export interface VerificationOptions {
  /** Default `location.assign`. */
  readonly openUrl?: (url: string) => void;
  /** Where Foyer's page returns to. Default: the page at the time of the failure. */
  readonly callbackUrl?: string | undefined;
}

const assign = (url: string) => window.location.assign(url);

/**
 * Returns a function for failures: errors of Foyer's client, or the JSON of your server (`requireLevel`). For
 * `SECOND_FACTOR_REQUIRED` and `SESSION_NOT_FRESH` it leaves the page for Foyer's "Verify it's you" and
 * returns `true`; otherwise it returns `false`.
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
