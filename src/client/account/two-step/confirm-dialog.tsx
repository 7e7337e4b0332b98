import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** The label of the button that does it. */
  readonly action: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, isPending, failure, onClose, onConfirm } = props;
  const { common } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <Dialog opened title={title} onClose={onClose}>
      <p>{text}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button isDangerous loading={isPending} disabled={wait > 0} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
