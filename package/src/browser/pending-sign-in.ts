import type { Tab } from './tab.ts';

/** What a tab must remember while its person is at Foyer. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  /** A path of the app's own origin. */
  readonly returnTo: string;
  readonly maxAge?: number;
  /** Whether Foyer must not show a page (`prompt=none`). */
  readonly isSilent: boolean;
}

/** What the client stores: never a token. */
export type PendingSignIns = ReturnType<typeof createPendingSignIns>;

export function createPendingSignIns(tab: Tab, name: string) {
  const pendingKey = `${name}:sign-in`;
  const signedOutKey = `${name}:signed-out`;
  return {
    /** One sign-in per tab: a second one replaces the first. */
    save(pending: PendingSignIn): void {
      tab.sessionStorage().setItem(pendingKey, JSON.stringify(pending));
    },

    /** Answers the pending sign-in and forgets it, so that an answer counts once. */
    take(state: string | null): PendingSignIn | null {
      const stored = tab.sessionStorage().getItem(pendingKey);
      tab.sessionStorage().removeItem(pendingKey);
      const pending = stored === null ? null : (JSON.parse(stored) as PendingSignIn);
      return pending?.state === state ? pending : null;
    },

    /** Foyer has nobody signed in. A redirect that would be refused again is left out in this tab. */
    noteNobody(): void {
      tab.sessionStorage().setItem(signedOutKey, '1');
    },
    /** The person has signed out of the app. Foyer's own session goes on, and must not sign them in again, in new tabs, too. */
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
