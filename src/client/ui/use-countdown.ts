import { useEffect, useState } from 'react';
import type { PageError } from '../errors.ts';

/** Starts again when `start` changes. It reads the clock, because browsers slow background timers down. */
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

/** Forms create the failure's object on every render, so its request id identifies it. */
export function useRetryWait(failure: PageError | null): number {
  return useCountdown(failure?.retryAfter ?? 0, failure && `${failure.code} ${failure.requestId ?? ''}`);
}
