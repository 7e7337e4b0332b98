import { useSyncExternalStore } from 'react';
import { readLastUsed } from '../features/session/last-used.ts';

const subscribeToNothing = () => () => {};

/** The sign-in method that was used last in this browser. The server does not know it, so its page shows none. */
export function useLastUsed(): string | null {
  return useSyncExternalStore(subscribeToNothing, readLastUsed, () => null);
}
