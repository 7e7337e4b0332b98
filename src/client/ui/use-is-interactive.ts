import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** Until the script has taken the page over, forms have only the browser's own checks. */
export function useIsInteractive(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
