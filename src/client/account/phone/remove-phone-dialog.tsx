import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';

interface RemovePhoneDialogProps {
  readonly opened: boolean;
  /** In its international format. */
  readonly number: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function RemovePhoneDialog(props: RemovePhoneDialogProps) {
  const { opened, number, isPending, failure, onClose, onRemove } = props;
  const { phone: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={opened} title={texts.removeTitle} onClose={onClose}>
      <p>{texts.removeWarning(number)}</p>
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
