import { useCallback } from 'react';
import { isFoyerError, readFailure } from '../foyer-error.ts';
import type { ErrorCode } from '../procedures.ts';
import { useFoyer } from './provider.tsx';
import { returnUrlOf } from './return-url.ts';

/** The level that a failure asks for. */
const LEVELS: Partial<Record<ErrorCode, 1 | 2>> = { SESSION_NOT_FRESH: 1, SECOND_FACTOR_REQUIRED: 2 };

export interface VerificationOptions {
  /** Leaves the page; default `location.assign`. */
  readonly openUrl?: (url: string) => void;
}

const assign = (url: string) => window.location.assign(url);

/**
 * Returns a function for failures: what Foyer's client threw, or the parsed JSON that your own server answered
 * (`requireLevel`). When the failure asks the user to verify who they are (`SECOND_FACTOR_REQUIRED`,
 * `SESSION_NOT_FRESH`), it opens Foyer's page for that, which returns to the present address, and answers `true`.
 * The present page is left then. For any other failure it answers `false`.
 */
export function useVerification({ openUrl = assign }: VerificationOptions = {}): (
  failure: unknown,
) => boolean {
  const { client } = useFoyer();
  return useCallback(
    (failure) => {
      const error = isFoyerError(failure) ? failure : readFailure(failure);
      const level = error ? LEVELS[error.code] : undefined;
      if (level === undefined) return false;
      const query = new URLSearchParams({ level: String(level), callbackUrl: returnUrlOf(client.url) });
      openUrl(`${client.url}/verify?${query.toString()}`);
      return true;
    },
    [client, openUrl],
  );
}
