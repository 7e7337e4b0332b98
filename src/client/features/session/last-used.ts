import { tryStorage } from '../../storage.ts';

/**
 * Remembers in this browser how its person signed in last. Two steps, since a provider's flow leaves the page: what was started is
 * noted, and becomes "last used" only when a session appears.
 */
const STARTED = 'foyer.sign-in-started';
const LAST_USED = 'foyer.last-used';

/** @param method the provider's id, `email` or `password` */
export function noteSignInStarted(method: string): void {
  tryStorage(() => sessionStorage.setItem(STARTED, method));
}

export function forgetSignInStarted(): void {
  tryStorage(() => sessionStorage.removeItem(STARTED));
}

export function confirmSignIn(): void {
  tryStorage(() => {
    const method = sessionStorage.getItem(STARTED);
    if (method === null) return;
    localStorage.setItem(LAST_USED, method);
    sessionStorage.removeItem(STARTED);
  });
}

/** The account is gone that it signed in to. */
export function forgetLastUsed(): void {
  tryStorage(() => localStorage.removeItem(LAST_USED));
}

export function readLastUsed(): string | null {
  return tryStorage(() => localStorage.getItem(LAST_USED)) ?? null;
}
