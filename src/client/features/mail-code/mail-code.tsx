import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { consentTo } from '../pending-link.ts';
import { RESEND_AFTER_SECONDS } from '../../../shared/limits.ts';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../session/last-used.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { CodeForm } from './code-form.tsx';
import { OutboxHint } from './outbox-hint.tsx';
import { ResendButton } from './resend-button.tsx';
import classes from './mail-code.module.css';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useTexts } from '../../language/texts.ts';

interface MailCodeProps {
  readonly email: string;
  /** The path after the sign-in, by the link or by the code. */
  readonly callbackUrl: string;
  /** The labels of the buttons: send the mail, and confirm its code. */
  readonly sendLabel: string;
  readonly confirmLabel: string;
  /** The account on the page, which the sign-in also connects. */
  readonly accountToConnect: PendingLink;
}

/**
 * Sends a mail to a known address and asks for its code. The history entry stores that it was sent, so that a reload or the back button
 * shows the code field again.
 */
export function MailCode({ email, callbackUrl, sendLabel, confirmLabel, accountToConnect }: MailCodeProps) {
  const texts = useTexts().codes;
  const { codeSentTo, resendAfter } = useLocation({ select: ({ state }) => state });
  const navigate = useNavigate();
  const [mailNumber, setMailNumber] = useState(1);
  const request = trpc.session.requestLink.useMutation({
    onSuccess: (answer) => {
      noteSignInStarted('email');
      void navigate({
        to: '.',
        search: true,
        replace: true,
        state: { codeSentTo: answer.email, resendAfter: answer.resendAfter },
      });
    },
  });
  const failure = request.error && toActionError(request.error);
  const wait = useRetryWait(failure);

  if (codeSentTo !== email) {
    return (
      <div className={classes['steps']}>
        {failure && <ErrorNotice error={failure} takeFocus />}
        <Button
          size="md"
          fullWidth
          loading={request.isPending}
          disabled={wait > 0}
          onClick={() => request.mutate({ email, callbackUrl, connect: consentTo(accountToConnect) })}
        >
          {sendLabel}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['steps']}>
      <p role="status" className={classes['sent']}>
        <InterpolatedText text={texts.mailOnItsWay}>
          <strong>{email}</strong>
        </InterpolatedText>
      </p>
      <CodeForm
        // A new mail replaces the code, so the input is cleared.
        key={mailNumber}
        email={email}
        callbackUrl={callbackUrl}
        label={texts.fromMail}
        action={confirmLabel}
        takeFocus={request.isSuccess}
        accountToConnect={accountToConnect}
      />
      <OutboxHint />
      <ResendButton
        email={email}
        callbackUrl={callbackUrl}
        initialWait={resendAfter ?? RESEND_AFTER_SECONDS}
        onSent={() => setMailNumber((number) => number + 1)}
        accountToConnect={accountToConnect}
      />
    </div>
  );
}
