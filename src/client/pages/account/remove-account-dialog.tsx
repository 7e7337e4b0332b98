import { Button, Modal } from '@mantine/core';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SignInAgainButton } from '../../components/next-step.tsx';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import classes from './sign-in-methods.module.css';

interface RemoveAccountDialogProps {
  readonly account: Account;
  readonly providerName: string;
  readonly callbackUrl: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveAccountDialog(props: RemoveAccountDialogProps) {
  const { account, providerName, callbackUrl, onClose, onRemoved } = props;
  const utils = trpc.useUtils();
  const unlink = trpc.accounts.unlink.useMutation({
    onSuccess: (accounts) => {
      utils.accounts.list.setData(undefined, accounts);
      void utils.providers.list.invalidate();
      onRemoved();
    },
    // The list on the page was not what the server knows: another tab was faster.
    onError: () => void utils.accounts.list.invalidate(),
  });
  const failure = unlink.error && toActionError(unlink.error);
  const { provider, providerAccountId } = account;

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Remove ${providerName}?`}
      centered
      radius="lg"
      classNames={{ title: classes['dialogTitle'] ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes['dialog']}>
        <p>
          {account.label} at {providerName} will no longer sign you in here. You can connect it again at any
          time.
        </p>
        {failure && (
          <ErrorNotice error={failure} takeFocus>
            {failure.next === 'verify-it-is-you' && <SignInAgainButton callbackUrl={callbackUrl} />}
          </ErrorNotice>
        )}
        <div className={classes['dialogButtons']}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button loading={unlink.isPending} onClick={() => unlink.mutate({ provider, providerAccountId })}>
            Remove
          </Button>
        </div>
      </div>
    </Modal>
  );
}
