import type { PageError } from '../errors.ts';
import { useCountdown } from './use-countdown.ts';

/**
 * Seconds until the person can try again, counted down to 0. A failure is identified by its request id, because forms create the object on
 * every render.
 */
export function useRetryWait(failure: PageError | null): number {
  return useCountdown(failure?.retryAfter ?? 0, failure && `${failure.code} ${failure.requestId ?? ''}`);
}
