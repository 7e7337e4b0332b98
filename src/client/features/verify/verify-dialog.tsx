import type { Session } from '../../../shared/schemas/session.ts';
import { useTexts } from '../../language/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { VerifyRequest } from './verify-context.ts';
import { VerifySteps } from './verify-steps.tsx';

interface VerifyDialogProps {
  readonly user: Session['user'];
  readonly request: VerifyRequest;
  readonly onCancel: () => void;
  readonly onVerified: () => void;
}

export function VerifyDialog({ user, request, onCancel, onVerified }: VerifyDialogProps) {
  const { verify: texts, errors } = useTexts();
  const { message, hint } = errors.SECOND_FACTOR_REQUIRED;
  const why = request.needsSecondFactor ? `${message} ${hint}` : texts.why;
  return (
    <Dialog opened title={texts.title} onClose={onCancel}>
      <VerifySteps user={user} request={request} why={why} onVerified={onVerified} />
    </Dialog>
  );
}
