import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { toActionError, toClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { consentTo } from './pending-link.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';

interface DenyLinkProps {
  readonly pending: PendingLink;
  readonly disabled?: boolean;
  /** The pending account was removed without a connection. */
  readonly onDenied: () => void;
}

/** The "Don't connect" button, which removes the pending account. */
export function DenyLink({ pending, disabled = false, onDenied }: DenyLinkProps) {
  const { resumeLink: texts } = useTexts();
  const utils = trpc.useUtils();
  const deny = trpc.accounts.denyLink.useMutation({
    onSuccess: onDenied,
    onError: (error) => {
      const { code } = toClientError(error);
      // Another tab has decided, or another account is pending now. The refetch shows it.
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED') void utils.accounts.pendingLink.invalidate();
    },
  });
  const failure = deny.error && toActionError(deny.error);
  const wait = useRetryWait(failure);
  return (
    <>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={deny.isPending}
        disabled={disabled || wait > 0}
        onClick={() => deny.mutate(consentTo(pending))}
      >
        {texts.deny}
      </Button>
    </>
  );
}
