import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * Whether the browser has a network, as the events `online` and `offline` say. Not `navigator.onLine`: it is `false` from the start on a
 * machine without a network that runs the server itself, where every page works.
 */
export const isOnline = () => onlineManager.isOnline();

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/** Resolves when the browser has a network. */
export async function untilOnline(): Promise<void> {
  if (isOnline()) return;
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      if (!isOnline()) return;
      stop();
      resolve();
    });
  });
}
