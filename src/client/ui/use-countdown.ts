import { useEffect, useState } from 'react';
import type { PageError } from '../errors.ts';

/** Counts `seconds` down, and starts again when `start` changes. It reads the clock, because browsers slow down the timers of background tabs. */
export function useCountdown(seconds: number, start: unknown): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000;
    setSecondsLeft(seconds);
    if (seconds <= 0) return;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setSecondsLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, start]);
  return secondsLeft;
}

/**
 * Seconds until the person can try again, counted down to 0. A failure is identified by its request id, because forms create the object on
 * every render.
 */
export function useRetryWait(failure: PageError | null): number {
  return useCountdown(failure?.retryAfter ?? 0, failure && `${failure.code} ${failure.requestId ?? ''}`);
}
