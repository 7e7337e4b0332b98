import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** `navigator.onLine` is `false` on a machine without a network that runs the server, where pages work. */
export const isOnline = () => onlineManager.isOnline();

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

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
