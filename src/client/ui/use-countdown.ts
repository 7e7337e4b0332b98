import { useEffect, useState } from 'react';

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
