import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { consentTo } from '../pending-link.ts';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../session/last-used.ts';
import { trpc } from '../../trpc.ts';
import { useTexts } from '../../language/texts.ts';

interface ResendButtonProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  /** Seconds. */
  readonly initialWait: number;
  readonly onSent: () => void;
  readonly accountToConnect?: PendingLink | undefined;
}

export function ResendButton({
  email,
  callbackUrl,
  initialWait,
  onSent,
  accountToConnect,
}: ResendButtonProps) {
  const texts = useTexts().codes;
  const resend = trpc.session.requestLink.useMutation({
    onSuccess: () => {
      noteSignInStarted('email');
      onSent();
    },
  });
  const failure = resend.error && toActionError(resend.error);
  const { isPending, isSuccess, submittedAt } = resend;
  return (
    <ResendMessage
      request={{ isPending, isSuccess, submittedAt, failure }}
      wait={resend.data?.resendAfter ?? initialWait}
      sent={isSuccess ? texts.newMail : null}
      onSend={() =>
        resend.mutate({
          email,
          ...(callbackUrl !== undefined && { callbackUrl }),
          ...(accountToConnect && { connect: consentTo(accountToConnect) }),
        })
      }
    />
  );
}
