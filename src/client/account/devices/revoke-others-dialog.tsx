import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { hasApps } from './use-revoke-others.ts';

interface RevokeOthersDialogProps {
  readonly opened: boolean;
  readonly others: readonly ListedSession[];
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly onClose: () => void;
  readonly onRevoke: () => void;
}

export function RevokeOthersDialog(props: RevokeOthersDialogProps) {
  const { opened, others, isPending, failure, onClose, onRevoke } = props;
  const texts = useTexts().devices;
  const wait = useRetryWait(failure);
  const count = others.length;
  const title = hasApps(others) ? texts.revokeAllTitle : texts.revokeOthersTitle(count);
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      <p>{texts.revokeOthersMeaning(count)}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {texts.keepThem}
        </Button>
        <Button isDangerous loading={isPending} disabled={wait > 0} onClick={onRevoke}>
          {texts.revokeOthers}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
