import { isFoyerError } from './foyer-error.ts';

const RETRIES = 3;
const FIRST_PAUSE_MS = 250;
/** A longer `retryAfter` is passed to the caller as an error. */
const LONGEST_PAUSE_MS = 10_000;

/** Repeats `attempt` while Foyer is unavailable or asks for a short pause. The signal also ends the pause. */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
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

/** In milliseconds; `null` when a retry is useless. */
function pauseAfter(error: unknown, retries: number): number | null {
  if (!isFoyerError(error)) return null;
  const { code, retryAfter } = error;
  if (code !== 'UNAVAILABLE' && (code !== 'RATE_LIMITED' || retryAfter === undefined)) return null;
  // Random, so that clients that failed together do not retry together.
  const pauseMs = FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random() / 2);
  if (retryAfter === undefined) return pauseMs;
  return retryAfter * 1000 > LONGEST_PAUSE_MS ? null : Math.max(pauseMs, retryAfter * 1000);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      // Any value, as with `fetch`.
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
