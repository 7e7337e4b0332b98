import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { NewPasswordField } from '../ui/password/new-password-field.tsx';
import classes from '../ui/password/password-form.module.css';
import { HiddenUsername } from '../ui/password/hidden-username.tsx';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, type ClientError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { useIssueOf } from '../language/error-words.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/reset-password');

/** The page of the mail's link. Only its form changes the password. */
export function ResetPasswordPage() {
  const { email } = route.useSearch();
  const token = useLocation({ select: ({ state }) => state.linkToken });
  return (
    <CardLayout>
      {email === undefined || token === undefined ? (
        <DeadLink error={errorOfCode('RESET_LINK_INVALID')} email={email} />
      ) : (
        <ResetForm email={email} token={token} />
      )}
    </CardLayout>
  );
}

function ResetForm({ email, token }: { readonly email: string; readonly token: string }) {
  const { resetPassword: texts, password: passwordTexts } = useTexts();
  const issueOf = useIssueOf();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const reset = trpc.password.reset.useMutation({
    // If this person was signed in here, they are signed out now.
    onSuccess: () => utils.session.get.reset(),
    onError: (error) => {
      if (issueOf(toActionError(error), 'password')) field.current?.focus();
    },
  });
  const failure = reset.error && toActionError(reset.error);
  const issue = issueOf(failure, 'password');
  // The server's error is about the sent value, not about a later one.
  const issueNow = reset.variables?.password === password ? issue : undefined;
  const wait = useRetryWait(failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (wait === 0) reset.mutate({ email, token, password });
  };

  if (reset.isSuccess) return <Done email={reset.data.email} />;
  // A truncated link has a malformed token.
  if (
    failure &&
    (failure.code === 'RESET_LINK_INVALID' || issueOf(failure, 'token') || issueOf(failure, 'email'))
  ) {
    return <DeadLink error={errorOfCode('RESET_LINK_INVALID')} email={email} />;
  }
  return (
    <>
      <PageHeading title={texts.title} />
      <p className={classes['address']}>
        <InterpolatedText text={texts.forAddress}>
          <strong>{email}</strong>
        </InterpolatedText>
      </p>
      <form onSubmit={submit} noValidate className={classes['form']}>
        {failure && !issue && <ErrorNotice error={failure} takeFocus />}
        <HiddenUsername email={email} />
        <NewPasswordField
          ref={field}
          value={password}
          onChange={setPassword}
          email={email}
          name={null}
          error={isMissing && password === '' ? passwordTexts.missingNew : issueNow}
        />
        <Button type="submit" size="md" fullWidth loading={reset.isPending} disabled={wait > 0}>
          {texts.set}
        </Button>
      </form>
    </>
  );
}

function Done({ email }: { readonly email: string }) {
  const { resetPassword: texts, common } = useTexts();
  return (
    <>
      <PageHeading title={texts.doneTitle} />
      <p>{texts.done}</p>
      <ButtonLink to="/sign-in" search={{ email }} size="md" fullWidth>
        {common.signIn}
      </ButtonLink>
    </>
  );
}

interface DeadLinkProps {
  readonly error: ClientError;
  readonly email: string | undefined;
}

function DeadLink({ error, email }: DeadLinkProps) {
  const texts = useTexts().resetPassword;
  return (
    <>
      <PageHeading title={texts.deadTitle} />
      <ErrorText error={error} />
      <ButtonLink to="/forgot-password" search={{ email }} size="md" fullWidth>
        {texts.newLink}
      </ButtonLink>
    </>
  );
}
