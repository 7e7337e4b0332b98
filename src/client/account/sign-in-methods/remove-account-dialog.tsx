import { Button } from '../../ui/button.tsx';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';

type RemovableAccount = Pick<Account, 'provider' | 'providerAccountId' | 'label'> &
  Partial<Pick<Account, 'labelIsId'>>;

interface RemoveAccountDialogProps {
  /** The account to remove; the dialog is closed without one. */
  readonly account: RemovableAccount | null;
  readonly providerName: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRemove: (account: RemovableAccount) => void;
}

export function RemoveAccountDialog(props: RemoveAccountDialogProps) {
  const { account, providerName, isPending, failure, onClose, onRemove } = props;
  const { signInMethods: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={account !== null} title={texts.removeTitle(providerName)} onClose={onClose}>
      {account && (
        <>
          <p>
            {texts.removeWarning(
              providerName,
              account.labelIsId ? texts.accountId(account.label) : account.label,
            )}
          </p>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {common.keepIt}
            </Button>
            <Button isDangerous loading={isPending} disabled={wait > 0} onClick={() => onRemove(account)}>
              {common.remove}
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}
