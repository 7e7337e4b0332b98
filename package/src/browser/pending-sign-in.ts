import type { Tab } from './tab.ts';

/** What a tab keeps while the user is at Foyer. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** For PKCE (RFC 7636). */
  readonly verifier: string;
  /** A path of the app's own origin. */
  readonly returnTo: string;
  readonly maxAge?: number;
  /** Whether Foyer must not show a page (`prompt=none`). */
  readonly isSilent: boolean;
}

/** Stores the sign-ins that have begun. The client never stores a token. */
export function createPendingSignIns(tab: Tab, name: string) {
  const pendingKey = `${name}:sign-in`;
  const signedOutKey = `${name}:signed-out`;
  return {
    save(pending: PendingSignIn): void {
      tab.sessionStorage().setItem(pendingKey, JSON.stringify(pending));
    },

    /** Returns the pending sign-in and deletes it, so that each answer counts once. */
    take(state: string | null): PendingSignIn | null {
      const stored = tab.sessionStorage().getItem(pendingKey);
      tab.sessionStorage().removeItem(pendingKey);
      const pending = stored === null ? null : (JSON.parse(stored) as PendingSignIn);
      return pending?.state === state ? pending : null;
    },

    /** Nobody is signed in at Foyer. This tab skips further silent redirects. */
    noteNobody(): void {
      tab.sessionStorage().setItem(signedOutKey, '1');
    },
    /** After a sign-out of the app, no tab signs the user in silently, although Foyer's session continues. */
    noteSignOut(): void {
      tab.localStorage().setItem(signedOutKey, '1');
    },
    noteSignIn(): void {
      tab.sessionStorage().removeItem(signedOutKey);
      tab.localStorage().removeItem(signedOutKey);
    },
    mayRestore(): boolean {
      return [tab.sessionStorage(), tab.localStorage()].every((each) => each.getItem(signedOutKey) === null);
    },
  };
}
