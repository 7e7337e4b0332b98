import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { toActionError, toPageError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { consentTo } from './pending-link.ts';

/** `onDenied` is called when the pending account is removed without a connection. */
export function useDenyLink(pending: PendingLink, onDenied: () => void) {
  const utils = trpc.useUtils();
  const deny = trpc.accounts.denyLink.useMutation({
    onSuccess: onDenied,
    onError: (error) => {
      const { code } = toPageError(error);
      // Another tab has decided, or another account is pending. The refetch shows it.
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED') void utils.accounts.pendingLink.invalidate();
    },
  });
  return {
    // Also after the answer, until the next page is there.
    isPending: deny.isPending || deny.isSuccess,
    failure: deny.error && toActionError(deny.error),
    onDeny: () => deny.mutate(consentTo(pending)),
  };
}
