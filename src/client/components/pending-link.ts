import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { trpc } from '../trpc.ts';

/** Where a person goes on once they have shown who they are: what waits in this browser is connected there. */
export const RESUME_LINK = '/resume-link';

/** The provider's sign-in that waits in this browser, as it is now: other tabs share its cookie. */
export function usePendingLink(options: { readonly enabled?: boolean } = {}) {
  return trpc.accounts.pendingLink.useQuery(undefined, {
    staleTime: 0,
    refetchOnMount: 'always',
    ...options,
  });
}

/** Where to go when it is over. A second sign-in that had to wait was itself on the way to finish the first. */
export function onwardPath(callbackUrl: string): string {
  return callbackUrl === RESUME_LINK ? DEFAULT_CALLBACK_PATH : callbackUrl;
}
