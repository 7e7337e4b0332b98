import { tryStorage } from '../../storage.ts';

/** Other tabs read the time of the sign-out, so that they do not warn about it. */
const SIGNED_OUT = 'foyer.signed-out';

export function noteSignOut(): void {
  tryStorage(() => localStorage.setItem(SIGNED_OUT, String(Date.now())));
}

/** @param time milliseconds since 1970 */
export function signedOutHereSince(time: number): boolean {
  return Number(tryStorage(() => localStorage.getItem(SIGNED_OUT)) ?? 0) >= time;
}

/** Answers the function that stops it. */
export function onSignOutInAnotherTab(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SIGNED_OUT) callback();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
