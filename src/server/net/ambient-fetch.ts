import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fetch } from './transport.ts';

const fetchOfContext = new AsyncLocalStorage<Fetch>();
let installed = false;

/** Some of Auth.js's providers call the global `fetch` (GitHub's for the address). It must pass the guard. */
export function withFetch<T>(guardedFetch: Fetch, run: () => T): T {
  if (!installed) {
    installed = true;
    const original: Fetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const current = fetchOfContext.getStore();
      // The guarded fetch itself calls the original `fetch`.
      return current ? fetchOfContext.exit(() => current(input, init)) : original(input, init);
    };
  }
  return fetchOfContext.run(guardedFetch, run);
}
