import { Button } from '@mantine/core';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { EmailField } from '../components/email-field.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { TextLink } from '../components/links.tsx';
import { OutboxHint } from '../components/mail-code/outbox-hint.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import classes from '../components/password/password-form.module.css';
import { SendAgain } from '../components/send-again.tsx';
import { useRetryWait } from '../components/use-retry-wait.ts';
import { issueOf, toActionError } from '../errors.ts';
import { trpc } from '../trpc.ts';

const route = getRouteApi('/forgot-password');

/** Asks for a link to choose a new password. That it was sent is kept in the history entry, for a reload and the back button. */
export function ForgotPasswordPage() {
  const { email } = route.useSearch();
  const sentTo = useLocation({ select: ({ state }) => state.resetSentTo });
  return (
    <FrontDoor>
      {sentTo === undefined ? <AskForLink initialEmail={email} /> : <LinkSent key={sentTo} email={sentTo} />}
      <TextLink to="/sign-in" search={{ email: sentTo ?? email }} size="sm">
        Back to sign in
      </TextLink>
    </FrontDoor>
  );
}

function AskForLink({ initialEmail = '' }: { readonly initialEmail: string | undefined }) {
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
      <PageHeading title="Choose a new password" />
      <p>We mail you a link with which you choose one, also if you have never had a password here.</p>
      <form onSubmit={submit} noValidate className={classes['form']}>
        {failure && !issue && <ErrorNotice error={failure} takeFocus />}
        <EmailField
          ref={field}
          value={email}
          onChange={setEmail}
          error={isMissing ? 'Enter your e-mail address.' : issue}
        />
        <Button type="submit" size="md" fullWidth loading={request.isPending} disabled={wait > 0}>
          Email me the link
        </Button>
      </form>
    </>
  );
}

function LinkSent({ email }: { readonly email: string }) {
  const resendAfter = useLocation({ select: ({ state }) => state.resendAfter }) ?? RESEND_AFTER_SECONDS;
  const again = trpc.password.requestReset.useMutation();
  const { isPending, isSuccess, submittedAt } = again;
  return (
    <>
      <PageHeading title="Check your email" />
      <p className={classes['address']}>
        A mail is on its way to <strong>{email}</strong>. Its link works once, for{' '}
        {PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS} minutes.
      </p>
      <OutboxHint />
      <SendAgain
        request={{ isPending, isSuccess, submittedAt, failure: again.error && toActionError(again.error) }}
        wait={again.data?.resendAfter ?? resendAfter}
        sent={isSuccess ? 'A new mail is on its way. The link in the older one no longer works.' : null}
        onSend={() => again.mutate({ email })}
      />
    </>
  );
}
