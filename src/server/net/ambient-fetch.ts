import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fetch } from './guarded-fetch.ts';

const doors = new AsyncLocalStorage<Fetch>();
let installed = false;

/**
 * Runs foreign code whose own calls of the global `fetch` go out by `door`. Some of Auth.js's built-in providers ask for the profile
 * themselves (GitHub, for the address), around the `fetch` that they are given; no call to a provider is to go around the one door.
 */
export function withFetch<T>(door: Fetch, run: () => T): T {
  if (!installed) {
    installed = true;
    const original: Fetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const current = doors.getStore();
      // The door's own way out is the real one.
      return current ? doors.exit(() => current(input, init)) : original(input, init);
    };
  }
  return doors.run(door, run);
}
