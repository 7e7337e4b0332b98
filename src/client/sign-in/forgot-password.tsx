import { addressOf, at } from '../base-path.ts';
import { useRef, useState, type FormEvent } from 'react';
import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { toPageErrorOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { OutboxNotice } from '../ui/outbox-notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from '../ui/password/password-form.module.css';
import { ResendMessage } from '../ui/resend-message.tsx';
import { useIsInteractive } from '../ui/use-is-interactive.ts';
import { useRetryWait } from '../ui/use-countdown.ts';
import wayClasses from './check-email.module.css';
import { useParameters, usePlace } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { useCall } from './use-call.ts';

/** The address says that the mail was sent, for a reload and the back button. */
export function ForgotPasswordPage() {
  const { email = '', sent } = useParameters();
  const texts = useTexts().resetPassword;
  return (
    <CardLayout>
      {sent === 'true' && email !== '' ? <LinkSent email={email} /> : <AskForLink givenEmail={email} />}
      <PageLink href={addressOf('/sign-in', { email })} size="sm">
        {texts.backToSignIn}
      </PageLink>
    </CardLayout>
  );
}

function AskForLink({ givenEmail }: { readonly givenEmail: string }) {
  const { resetPassword: texts, signIn } = useTexts();
  const { page, open } = usePlace();
  const issueOf = useIssueOf();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const request = useCall('password.requestReset', {
    onSuccess: ({ email, resendAfter }) =>
      open(addressOf('/forgot-password', { email, sent: 'true' }), { replace: true, state: { resendAfter } }),
    onFailure: (failure) => {
      if (issueOf(failure, 'email')) field.current?.focus();
    },
  });
  const hasCalled = request.submittedAt > 0;
  const failure = hasCalled || !page.failedForm ? request.failure : toPageErrorOf(page.failedForm.failure);
  const issue = issueOf(failure, 'email');
  const wait = useRetryWait(failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = field.current?.value ?? '';
    const isEmpty = email.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (wait === 0 && !request.isPending) request.start({ email });
  };
  return (
    <>
      <PageHeading title={texts.title} />
      <p>{texts.intro}</p>
      <form
        method="post"
        action={at('/forgot-password')}
        onSubmit={submit}
        noValidate={useIsInteractive()}
        className={classes['form']}
      >
        {failure && !issue && <ErrorNotice error={failure} takeFocus={hasCalled} />}
        <EmailField
          ref={field}
          defaultValue={page.failedForm?.values['email'] ?? givenEmail}
          error={isMissing ? signIn.missingEmail : issue}
        />
        <Button type="submit" size="md" fullWidth loading={request.isPending} disabled={wait > 0}>
          {texts.mailLink}
        </Button>
      </form>
    </>
  );
}

function LinkSent({ email }: { readonly email: string }) {
  const { page, state } = usePlace();
  const { resendAfter = RESEND_AFTER_SECONDS } = state;
  const { resetPassword: texts, checkEmail } = useTexts();
  const resend = useCall('password.requestReset');
  return (
    <>
      <PageHeading title={checkEmail.title} />
      <p className={classes['address']}>
        <InterpolatedText text={texts.sent(PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS)}>
          <strong>{email}</strong>
        </InterpolatedText>
      </p>
      {page.hasOutbox && <OutboxNotice />}
      <div className={wayClasses['ways']}>
        <ResendMessage
          request={resend}
          isQuiet
          scriptless={{
            action: at('/forgot-password'),
            fields: <input type="hidden" name="email" value={email} />,
          }}
          wait={resend.output?.resendAfter ?? resendAfter}
          sent={resend.output ? texts.newMail : null}
          onSend={() => resend.start({ email })}
        />
      </div>
    </>
  );
}
