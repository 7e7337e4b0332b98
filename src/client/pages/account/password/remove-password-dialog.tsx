import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../../../components/dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { useRetryWait } from '../../../components/use-retry-wait.ts';
import type { ClientError } from '../../../errors.ts';

interface RemovePasswordDialogProps {
  readonly opened: boolean;
  readonly isPending: boolean;
  readonly failure: ClientError | null;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function RemovePasswordDialog(props: RemovePasswordDialogProps) {
  const { opened, isPending, failure, onClose, onRemove } = props;
  const wait = useRetryWait(failure);
  return (
    <Dialog opened={opened} title="Remove your password?" onClose={onClose}>
      <p>It will no longer sign you in here. You can set a new one at any time.</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button loading={isPending} disabled={wait > 0} onClick={onRemove}>
          Remove
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
