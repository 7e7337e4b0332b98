import { tryStorage } from '../../storage.ts';

/** When somebody last signed out in this browser, for its other tabs: they share the session, and should not suspect a stranger. */
const SIGNED_OUT = 'foyer.signed-out';

export function noteSignOut(): void {
  tryStorage(() => localStorage.setItem(SIGNED_OUT, String(Date.now())));
}

/** @param time milliseconds since 1970 */
export function signedOutHereSince(time: number): boolean {
  return Number(tryStorage(() => localStorage.getItem(SIGNED_OUT)) ?? 0) >= time;
}

/** Calls back when another tab signs out; answers what ends that. */
export function onSignOutInAnotherTab(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SIGNED_OUT) callback();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
