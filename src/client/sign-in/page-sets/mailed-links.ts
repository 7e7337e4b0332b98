import { ConfirmPage } from '../confirm.tsx';
import { ConfirmEmailPage } from '../confirm-email.tsx';
import { StopRemovalPage } from '../stop-removal.tsx';
import { UndoEmailPage } from '../undo-email.tsx';

export const pages = {
  confirm: ConfirmPage,
  'confirm-email': ConfirmEmailPage,
  'undo-email': UndoEmailPage,
  'stop-second-factor-removal': StopRemovalPage,
};
