import type { PageError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useRetryWait } from './use-countdown.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the action does. */
  readonly meaning: string;
  /** Default: "Remove". */
  readonly action?: string;
  /** Default: "Keep it". */
  readonly keep?: string;
  readonly mutation: { readonly isPending: boolean; readonly failure: PageError | null };
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { common } = useTexts();
  const {
    title,
    meaning,
    action = common.remove,
    keep = common.keepIt,
    mutation,
    onClose,
    onConfirm,
  } = props;
  const { isPending, failure } = mutation;
  const wait = useRetryWait(failure);
  return (
    <Dialog opened title={title} onClose={onClose}>
      <p>{meaning}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {keep}
        </Button>
        <Button isDangerous loading={isPending} disabled={wait > 0} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
