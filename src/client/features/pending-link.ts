import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import type { LinkConsent, PendingLink } from '../../shared/schemas/accounts.ts';
import { trpc } from '../trpc.ts';

/** Where a person goes on once they have shown who they are: the page asks whether to connect what waits in this browser. */
export const RESUME_LINK = '/resume-link';

/** The provider's sign-in that waits in this browser, as it is now: other tabs share its cookie. */
export function usePendingLink(options: { readonly enabled?: boolean } = {}) {
  return trpc.accounts.pendingLink.useQuery(undefined, {
    staleTime: 0,
    refetchOnMount: 'always',
    ...options,
  });
}

/** What a press of "Connect" agrees to: the account that the page shows, and no other. */
export function consentTo({ id, provider, providerAccountId }: PendingLink): LinkConsent {
  return { id, provider, providerAccountId };
}

/** Where to go when it is over. A second sign-in that had to wait was itself on the way to finish the first. */
export function onwardPath(callbackUrl: string): string {
  return callbackUrl === RESUME_LINK ? DEFAULT_CALLBACK_PATH : callbackUrl;
}

/** Where a sign-in leads that was to connect, too. What is not connected is asked for again. */
export function pathAfterConnecting(
  connected: 'linked' | 'already-linked' | 'not-connected' | undefined,
  { callbackUrl, provider }: PendingLink,
): string {
  if (connected !== 'linked' && connected !== 'already-linked') return RESUME_LINK;
  return withOutcome(onwardPath(callbackUrl), connected, provider);
}

/** The page that is gone on to tells the person how it ended. */
export function withOutcome(path: string, outcome: string, provider: string): string {
  const url = new URL(path, location.origin);
  url.searchParams.set('outcome', outcome);
  url.searchParams.set('provider', provider);
  return url.pathname + url.search + url.hash;
}
