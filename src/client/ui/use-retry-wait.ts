import type { ClientError } from '../errors.ts';
import { useCountdown } from './use-countdown.ts';

/**
 * Seconds until what failed may be tried again, counted down to 0. The failure is told from the next one by its request, not by
 * its object: forms make that anew on every render.
 */
export function useRetryWait(failure: ClientError | null): number {
  return useCountdown(failure?.retryAfter ?? 0, failure && `${failure.code} ${failure.requestId ?? ''}`);
}
