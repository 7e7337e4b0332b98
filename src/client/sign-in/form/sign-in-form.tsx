import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { focusAndSelect } from '../../ui/password/focus-and-select.ts';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { usePasswordError } from '../../ui/password/password-error.ts';
import { useCompleteSignIn } from '../../features/session/session.ts';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../../features/session/last-used.ts';
import { trpc } from '../../trpc.ts';
import { LastUsedMark } from './last-used-mark.tsx';
import { Organisation } from './organisation.tsx';
import { useOrganisation } from './use-organisation.ts';
import classes from './sign-in.module.css';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';

interface SignInFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly callbackUrl: string | undefined;
  readonly lastUsed: string | null;
}

/**
 * An address with a password or a mailed link. Both fields are in one form, as password managers need. Without a password, the Enter key
 * requests the mail.
 */
export function SignInForm({ email, onEmail, callbackUrl, lastUsed }: SignInFormProps) {
  const { signIn: texts, password: passwordTexts } = useTexts();
  const issueOf = useIssueOf();
  const passwordError = usePasswordError();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const completeSignIn = useCompleteSignIn();
  const organisation = useOrganisation(email);
  const callback = callbackUrl !== undefined && { callbackUrl };

  const requestLink = trpc.session.requestLink.useMutation({
    onSuccess: (answer) => {
      noteSignInStarted('email');
      void navigate({
        to: '/check-email',
        search: { email: answer.email, callbackUrl },
        state: { resendAfter: answer.resendAfter },
      });
    },
    onError: (failure) => {
      if (issueOf(toActionError(failure), 'email')) emailField.current?.focus();
    },
  });
  const signIn = trpc.password.signIn.useMutation({
    onMutate: () => noteSignInStarted('password'),
    onSuccess: completeSignIn,
    onError: (failure) => {
      const clientError = toActionError(failure);
      if (issueOf(clientError, 'email')) emailField.current?.focus();
      else if (passwordError(clientError, 'password', 0)) focusAndSelect(passwordField.current);
    },
  });
  const linkFailure = requestLink.error && toActionError(requestLink.error);
  const linkWait = useRetryWait(linkFailure);
  const signInFailure = signIn.error && toActionError(signIn.error);
  const signInWait = useRetryWait(signInFailure);
  const emailIssue = issueOf(linkFailure ?? signInFailure, 'email');
  const passwordIssue = passwordError(signInFailure, 'password', signInWait);
  const otherFailure = (!emailIssue && linkFailure) || (!emailIssue && !passwordIssue && signInFailure);

  const isMissing = (field: 'email' | 'password'): boolean => {
    const isEmpty = field === 'email' ? email.trim() === '' : password === '';
    if (!isEmpty) return false;
    setMissing(field);
    (field === 'email' ? emailField : passwordField).current?.focus();
    return true;
  };
  const sendMailLink = () => {
    setMissing(null);
    if (isMissing('email') || linkWait > 0 || requestLink.isPending) return;
    signIn.reset();
    requestLink.mutate({ email, ...callback });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(null);
    if (isMissing('email') || isMissing('password') || signInWait > 0 || signIn.isPending) return;
    requestLink.reset();
    signIn.mutate({ email, password, ...callback });
  };
  const onEmailKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || password !== '') return;
    event.preventDefault();
    sendMailLink();
  };

  return (
    // The server checks the address. Its error is shown at the field, unlike the browser's own message.
    <form onSubmit={submit} noValidate className={classes['form']}>
      {otherFailure && <ErrorNotice error={otherFailure} takeFocus />}
      <div>
        <EmailField
          ref={emailField}
          value={email}
          onChange={onEmail}
          onKeyDown={onEmailKey}
          onBlur={organisation.onBlur}
          error={missing === 'email' ? texts.missingEmail : emailIssue}
        />
        <Organisation found={organisation.found} callbackUrl={callbackUrl} />
      </div>
      <div>
        <PasswordField
          ref={passwordField}
          label={passwordTexts.label}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={missing === 'password' ? texts.missingPassword : passwordIssue}
        />
        <p className={classes['forgot']}>
          <TextLink to="/forgot-password" search={{ email: email.trim() || undefined }} size="sm">
            {texts.forgot}
          </TextLink>
        </p>
      </div>
      <div className={classes['buttons']}>
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={signIn.isPending}
          disabled={signInWait > 0}
          rightSection={lastUsed === 'password' && <LastUsedMark />}
        >
          {texts.title}
        </Button>
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={requestLink.isPending}
          disabled={linkWait > 0}
          rightSection={lastUsed === 'email' && <LastUsedMark />}
          onClick={sendMailLink}
        >
          {texts.mailLink}
        </Button>
      </div>
    </form>
  );
}
