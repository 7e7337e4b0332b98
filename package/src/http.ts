import { FoyerError } from './foyer-error.ts';

/** The platform's `fetch` or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export const DEFAULT_TIMEOUT_MS = 10_000;

/** Foyer's address without a trailing slash. Throws for an invalid one. */
export function toBase(url: string): string {
  if (url !== '' && !/^https?:\/\/[^/]/.test(url)) throw new TypeError(`not the address of a Foyer: ${url}`);
  return url.replace(/\/+$/, '');
}

/** Reads JSON within `timeoutMs`. Throws `FoyerError` `UNAVAILABLE`, and the reason of `init.signal`. */
export async function requestJson(
  fetch: Fetch,
  timeoutMs: number,
  url: string,
  init: RequestInit,
): Promise<{ readonly answer: Response; readonly json: unknown }> {
  const controller = new AbortController();
  const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
  // Edge runtimes lack `AbortSignal.any`.
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (init.signal?.aborted) abort();
  try {
    const answer = await fetch(url, { ...init, signal: controller.signal });
    if (!answer.headers.get('content-type')?.startsWith('application/json')) {
      await answer.body?.cancel();
      throw new Error(`${url} answered ${answer.status} and no JSON: is that a Foyer?`);
    }
    return { answer, json: (await answer.json()) as unknown };
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new FoyerError('UNAVAILABLE', { cause });
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
