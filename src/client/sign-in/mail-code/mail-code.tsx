import { at } from '../../base-path.ts';
import { useState, type FormEvent } from 'react';
import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { RESEND_AFTER_SECONDS } from '../../../shared/limits.ts';
import { toPageErrorOf } from '../../errors.ts';
import { consentTo } from '../../features/pending-link.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { OutboxNotice } from '../../ui/outbox-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { usePlace } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { CodeForm } from './code-form.tsx';
import { MailCodeFields } from './mail-code-fields.tsx';
import classes from './mail-code.module.css';
import { ResendButton } from './resend-button.tsx';

interface MailCodeProps {
  readonly email: string;
  /** The path after the sign-in, by the link or by the code. */
  readonly callbackUrl: string;
  readonly sendLabel: string;
  readonly confirmLabel: string;
  /** The account on the page, which the sign-in also connects. */
  readonly accountToConnect: PendingLink;
}

/** The history entry stores that the mail was sent. Without the script, `/check-email` asks for the code. */
export function MailCode({ email, callbackUrl, sendLabel, confirmLabel, accountToConnect }: MailCodeProps) {
  const texts = useTexts().codes;
  const { page, state, keepState } = usePlace();
  const [mailNumber, setMailNumber] = useState(1);
  const request = useCall('session.requestLink', {
    onSuccess: (answer) => keepState({ codeSentTo: answer.email, resendAfter: answer.resendAfter }),
  });
  const { failedForm } = page;
  const failure =
    request.failure ?? (request.submittedAt === 0 && failedForm ? toPageErrorOf(failedForm.failure) : null);
  const wait = useRetryWait(failure);

  if (state.codeSentTo !== email) {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      request.start({ email, callbackUrl, connect: consentTo(accountToConnect) });
    };
    return (
      <form method="post" action={at('/check-email')} onSubmit={submit} className={classes['steps']}>
        <MailCodeFields {...{ email, callbackUrl, accountToConnect }} />
        {failure && <ErrorNotice error={failure} takeFocus={request.submittedAt > 0} />}
        <Button
          type="submit"
          name="way"
          value="send"
          size="md"
          fullWidth
          loading={request.isPending}
          disabled={wait > 0}
        >
          {sendLabel}
        </Button>
      </form>
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
        action={confirmLabel}
        takeFocus={request.output !== null}
        accountToConnect={accountToConnect}
      />
      {page.hasOutbox && <OutboxNotice />}
      <ResendButton
        email={email}
        callbackUrl={callbackUrl}
        initialWait={state.resendAfter ?? RESEND_AFTER_SECONDS}
        onSent={() => setMailNumber((number) => number + 1)}
        accountToConnect={accountToConnect}
      />
    </div>
  );
}
