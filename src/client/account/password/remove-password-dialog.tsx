import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';

interface RemovePasswordDialogProps {
  readonly opened: boolean;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function RemovePasswordDialog(props: RemovePasswordDialogProps) {
  const { opened, isPending, failure, onClose, onRemove } = props;
  const { ownPassword: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={opened} title={texts.removeTitle} onClose={onClose}>
      <p>{texts.removeWarning}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.keepIt}
        </Button>
        <Button isDangerous loading={isPending} disabled={wait > 0} onClick={onRemove}>
          {common.remove}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
