import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';

type NamedPasskey = Pick<Passkey, 'id' | 'name'>;

interface RemovePasskeyDialogProps {
  /** The passkey to remove; the dialog is closed without one. */
  readonly passkey: NamedPasskey | null;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRemove: (passkey: NamedPasskey) => void;
}

export function RemovePasskeyDialog(props: RemovePasskeyDialogProps) {
  const { passkey, isPending, failure, onClose, onRemove } = props;
  const { passkeys: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={passkey !== null} title={texts.removeTitle(passkey?.name ?? '')} onClose={onClose}>
      {passkey && (
        <>
          <p>{texts.removeWarning}</p>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {common.keepIt}
            </Button>
            <Button isDangerous loading={isPending} disabled={wait > 0} onClick={() => onRemove(passkey)}>
              {common.remove}
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}
