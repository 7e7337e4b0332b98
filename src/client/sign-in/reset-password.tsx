import { addressOf, at } from '../base-path.ts';
import { useRef, useState, type FormEvent } from 'react';
import { errorOfCode } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { HiddenUsername } from '../ui/password/hidden-username.tsx';
import { NewPasswordField } from '../ui/password/new-password-field.tsx';
import classes from '../ui/password/password-form.module.css';
import { useIsInteractive } from '../ui/use-is-interactive.ts';
import { useLinkToken } from './link-token.ts';
import { usePage, useParameters } from './page-context.ts';
import { useLinkCall } from './use-link-call.ts';

/** Only the form changes the password, because mail scanners open links too. */
export function ResetPasswordPage() {
  const { email } = useParameters();
  const { completedForm } = usePage();
  const token = useLinkToken();
  if (completedForm) return <Done email={completedForm.email} />;
  if (token === null) {
    return (
      <noscript>
        <DeadLink />
      </noscript>
    );
  }
  return email && token ? <ResetForm email={email} token={token} /> : <DeadLink />;
}

function ResetForm({ email, token }: { readonly email: string; readonly token: string }) {
  const { resetLink: texts, password: passwordTexts } = useTexts();
  const issueOf = useIssueOf();
  // The field keeps its value itself. This copy is for what the page says about it.
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isInteractive = useIsInteractive();
  const reset = useLinkCall('password.reset', {
    onFailure: (error) => {
      if (issueOf(error, 'password')) field.current?.focus();
    },
  });
  const { failure, hasCalled, wait } = reset;
  const issue = issueOf(failure, 'password');
  // The server's error is about the sent value, not about a later one.
  const issueNow = (reset.input?.password ?? '') === password ? issue : undefined;

  const readPassword = () => field.current?.value ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = readPassword();
    setPassword(typed);
    setMissing(typed === '');
    if (typed === '') field.current?.focus();
    else if (wait === 0 && !reset.isPending) reset.start({ email, token, password: typed });
  };

  if (reset.output) return <Done email={reset.output.email} />;
  // A truncated link has a malformed token.
  if (
    failure &&
    (failure.code === 'RESET_LINK_INVALID' || issueOf(failure, 'token') || issueOf(failure, 'email'))
  ) {
    return <DeadLink />;
  }
  return (
    <CardLayout title={texts.title}>
      <p className={classes['address']}>
        <InterpolatedText text={texts.forAddress}>
          <strong>{email}</strong>
        </InterpolatedText>
      </p>
      <form
        method="post"
        action={at('/reset-password')}
        onSubmit={submit}
        noValidate={isInteractive}
        className={classes['form']}
      >
        {failure && !issue && <ErrorNotice error={failure} takeFocus={hasCalled} />}
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="token" value={token} />
        <HiddenUsername email={email} />
        <NewPasswordField
          ref={field}
          required
          onInput={() => setPassword(readPassword())}
          email={email}
          name={null}
          error={isMissing && password === '' ? passwordTexts.missingNew : issueNow}
        />
        <Button type="submit" size="md" fullWidth loading={reset.isPending} disabled={wait > 0}>
          {texts.set}
        </Button>
      </form>
    </CardLayout>
  );
}

function Done({ email }: { readonly email: string }) {
  const { resetLink: texts, common } = useTexts();
  return (
    <CardLayout title={texts.doneTitle}>
      <p>{texts.done}</p>
      <ButtonAnchor href={addressOf('/sign-in', { email })} size="md" fullWidth>
        {common.signIn}
      </ButtonAnchor>
    </CardLayout>
  );
}

function DeadLink() {
  const { email } = useParameters();
  const texts = useTexts().resetLink;
  return (
    <CardLayout title={texts.deadTitle}>
      <ErrorText error={errorOfCode('RESET_LINK_INVALID')} />
      <ButtonAnchor href={addressOf('/forgot-password', { email })} size="md" fullWidth>
        {texts.newLink}
      </ButtonAnchor>
    </CardLayout>
  );
}
