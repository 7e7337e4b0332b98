import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** What only the browser knows. The server, and the page until the script has taken it over, have `before`. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => before);
}

/** Until the script has taken the page over, forms have only the browser's own checks. */
export function useIsInteractive(): boolean {
  return useBrowserValue(() => true, false);
}
