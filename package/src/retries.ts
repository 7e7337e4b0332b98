import { isFoyerError } from './foyer-error.ts';

const RETRIES = 3;
const FIRST_PAUSE_MS = 250;
/** Whoever is told to wait for longer is told so instead. */
const LONGEST_PAUSE_MS = 10_000;

/** Repeats `attempt` while Foyer is unavailable or asks for a short wait. A signal ends the waiting, too. */
export async function retrying<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = pauseAfter(error, retries);
      if (pauseMs === null || retries === RETRIES) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Milliseconds to wait before trying again, or `null` where trying again is no use. */
function pauseAfter(error: unknown, retries: number): number | null {
  if (!isFoyerError(error)) return null;
  const { code, retryAfter } = error;
  if (code !== 'UNAVAILABLE' && (code !== 'RATE_LIMITED' || retryAfter === undefined)) return null;
  // Half of it by chance, so that those who failed together do not come back together.
  const pauseMs = FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random() / 2);
  if (retryAfter === undefined) return pauseMs;
  return retryAfter * 1000 > LONGEST_PAUSE_MS ? null : Math.max(pauseMs, retryAfter * 1000);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      // The signal's reason is whatever its owner chose, as with `fetch`.
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
  });
}
