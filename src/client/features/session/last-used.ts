import { tryStorage } from '../../storage.ts';

/** A provider flow leaves the page: the method is stored first, and is "last used" once a session exists. */
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

/** For a deleted account. */
export function forgetLastUsed(): void {
  tryStorage(() => localStorage.removeItem(LAST_USED));
}

export function readLastUsed(): string | null {
  return tryStorage(() => localStorage.getItem(LAST_USED)) ?? null;
}
