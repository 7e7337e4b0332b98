import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { TextLink } from '../ui/links.tsx';
import { OutboxHint } from '../features/mail-code/outbox-hint.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from '../ui/password/password-form.module.css';
import { ResendMessage } from '../ui/resend-message.tsx';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { toActionError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { useIssueOf } from '../language/error-words.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/forgot-password');

/** Requests a password reset mail. The history entry stores that it was sent, for a reload and the back button. */
export function ForgotPasswordPage() {
  const { email } = route.useSearch();
  const texts = useTexts().resetPassword;
  const sentTo = useLocation({ select: ({ state }) => state.resetSentTo });
  return (
    <CardLayout>
      {sentTo === undefined ? <AskForLink initialEmail={email} /> : <LinkSent key={sentTo} email={sentTo} />}
      <TextLink to="/sign-in" search={{ email: sentTo ?? email }} size="sm">
        {texts.backToSignIn}
      </TextLink>
    </CardLayout>
  );
}

function AskForLink({ initialEmail = '' }: { readonly initialEmail: string | undefined }) {
  const { resetPassword: texts, signIn } = useTexts();
  const issueOf = useIssueOf();
  const [email, setEmail] = useState(initialEmail);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const request = trpc.password.requestReset.useMutation({
    onSuccess: ({ email: sentTo, resendAfter }) => {
      void navigate({
        to: '.',
        search: { email: sentTo },
        replace: true,
        state: { resetSentTo: sentTo, resendAfter },
      });
    },
    onError: (error) => {
      if (issueOf(toActionError(error), 'email')) field.current?.focus();
    },
  });
  const failure = request.error && toActionError(request.error);
  const issue = issueOf(failure, 'email');
  const wait = useRetryWait(failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = email.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (wait === 0) request.mutate({ email });
  };
  return (
    <>
      <PageHeading title={texts.title} />
      <p>{texts.intro}</p>
      <form onSubmit={submit} noValidate className={classes['form']}>
        {failure && !issue && <ErrorNotice error={failure} takeFocus />}
        <EmailField
          ref={field}
          value={email}
          onChange={setEmail}
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
  const resendAfter = useLocation({ select: ({ state }) => state.resendAfter }) ?? RESEND_AFTER_SECONDS;
  const { resetPassword: texts, checkEmail } = useTexts();
  const resend = trpc.password.requestReset.useMutation();
  const { isPending, isSuccess, submittedAt } = resend;
  return (
    <>
      <PageHeading title={checkEmail.title} />
      <p className={classes['address']}>
        <InterpolatedText text={texts.sent(PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS)}>
          <strong>{email}</strong>
        </InterpolatedText>
      </p>
      <OutboxHint />
      <ResendMessage
        request={{ isPending, isSuccess, submittedAt, failure: resend.error && toActionError(resend.error) }}
        wait={resend.data?.resendAfter ?? resendAfter}
        sent={isSuccess ? texts.newMail : null}
        onSend={() => resend.mutate({ email })}
      />
    </>
  );
}
