import { trpc } from '../trpc.ts';

/** The pending account of this browser, always read again, because other tabs share its cookie. */
export function usePendingLink() {
  return trpc.accounts.pendingLink.useQuery(undefined, { staleTime: 0, refetchOnMount: 'always' });
}
