import { Button } from '../../ui/button.tsx';
import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';

interface RevokeTokenDialogProps {
  readonly token: AccessToken | null;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRevoke: (token: AccessToken) => void;
}

export function RevokeTokenDialog(props: RevokeTokenDialogProps) {
  const { token, isPending, failure, onClose, onRevoke } = props;
  const { accessTokens: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={token !== null} title={texts.revokeTitle(token?.name ?? '')} onClose={onClose}>
      <p>{texts.revokeMeaning}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.keepIt}
        </Button>
        <Button isDangerous loading={isPending} disabled={wait > 0} onClick={() => token && onRevoke(token)}>
          {texts.revoke}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
