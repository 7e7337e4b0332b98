import { at } from '../../base-path.ts';
import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { toPageErrorOf } from '../../errors.ts';
import { consentTo } from '../../features/pending-link.ts';
import { useTexts } from '../../language/texts.ts';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { usePage } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { MailCodeFields } from './mail-code-fields.tsx';

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
  const { failedForm } = usePage();
  const resend = useCall('session.requestLink', {
    onSuccess: () => onSent(),
  });
  const formFailure =
    // Also a failure of the button that sends the first mail, whose page may be another one.
    resend.submittedAt === 0 && failedForm && failedForm.values['way'] !== 'code'
      ? toPageErrorOf(failedForm.failure)
      : null;
  return (
    <ResendMessage
      request={{ ...resend, failure: resend.failure ?? formFailure }}
      isQuiet
      wait={resend.output?.resendAfter ?? initialWait}
      sent={resend.output ? texts.newMail : null}
      scriptless={{
        action: at('/check-email'),
        fields: <MailCodeFields {...{ email, callbackUrl, accountToConnect }} />,
      }}
      onSend={() =>
        resend.start({
          email,
          ...(callbackUrl !== undefined && { callbackUrl }),
          ...(accountToConnect && { connect: consentTo(accountToConnect) }),
        })
      }
    />
  );
}
