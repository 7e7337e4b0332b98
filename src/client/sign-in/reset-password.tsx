import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { FrontDoor } from '../features/front-door.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { NewPasswordField } from '../ui/password/new-password-field.tsx';
import classes from '../ui/password/password-form.module.css';
import { UsernameOf } from '../ui/password/username-of.tsx';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, type ClientError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { useIssueOf } from '../language/error-words.ts';
import { Filled } from '../ui/filled.tsx';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/reset-password');

/** The target of the mail's link. Opening it changes nothing; only the form does. */
export function ResetPasswordPage() {
  const { email } = route.useSearch();
  const token = useLocation({ select: ({ state }) => state.linkToken });
  return (
    <FrontDoor>
      {email === undefined || token === undefined ? (
        <DeadLink error={errorOfCode('RESET_LINK_INVALID')} email={email} />
      ) : (
        <ChooseNew email={email} token={token} />
      )}
    </FrontDoor>
  );
}

function ChooseNew({ email, token }: { readonly email: string; readonly token: string }) {
  const { resetPassword: texts, password: passwordTexts } = useTexts();
  const issueOf = useIssueOf();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const reset = trpc.password.reset.useMutation({
    // If it was this person who was signed in here, they are not any more.
    onSuccess: () => utils.session.get.reset(),
    onError: (error) => {
      if (issueOf(toActionError(error), 'password')) field.current?.focus();
    },
  });
  const failure = reset.error && toActionError(reset.error);
  const issue = issueOf(failure, 'password');
  // What the server said is about what was sent, not about what was typed since.
  const issueNow = reset.variables?.password === password ? issue : undefined;
  const wait = useRetryWait(failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (wait === 0) reset.mutate({ email, token, password });
  };

  if (reset.isSuccess) return <Done email={reset.data.email} />;
  // A link that was cut off on its way has no token of the right form.
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
        <Filled text={texts.forAddress}>
          <strong>{email}</strong>
        </Filled>
      </p>
      <form onSubmit={submit} noValidate className={classes['form']}>
        {failure && !issue && <ErrorNotice error={failure} takeFocus />}
        <UsernameOf email={email} />
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
