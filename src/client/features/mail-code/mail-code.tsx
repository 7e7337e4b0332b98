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
import { Filled } from '../../ui/filled.tsx';
import { useTexts } from '../../language/texts.ts';

interface MailCodeProps {
  readonly email: string;
  /** Where the mail's link leads after signing in, and the code too. */
  readonly callbackUrl: string;
  /** What the buttons say: the one that sends the mail, and the one that takes its code. */
  readonly send: string;
  readonly confirm: string;
  /** The account that the page shows: signing in here connects it, too. */
  readonly connects: PendingLink;
}

/**
 * Sends a mail to an address that is known already, and takes its code in place. That it was sent is kept in the history
 * entry, so that a reload and the back button find the field for the code again.
 */
export function MailCode({ email, callbackUrl, send, confirm, connects }: MailCodeProps) {
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
          onClick={() => request.mutate({ email, callbackUrl, connect: consentTo(connects) })}
        >
          {send}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['steps']}>
      <p role="status" className={classes['sent']}>
        <Filled text={texts.mailOnItsWay}>
          <strong>{email}</strong>
        </Filled>
      </p>
      <CodeForm
        // A code dies with the mail that carried it: a new one clears what was typed.
        key={mailNumber}
        email={email}
        callbackUrl={callbackUrl}
        label={texts.fromMail}
        action={confirm}
        takeFocus={request.isSuccess}
        connects={connects}
      />
      <OutboxHint />
      <ResendButton
        email={email}
        callbackUrl={callbackUrl}
        initialWait={resendAfter ?? RESEND_AFTER_SECONDS}
        onSent={() => setMailNumber((number) => number + 1)}
        connects={connects}
      />
    </div>
  );
}
