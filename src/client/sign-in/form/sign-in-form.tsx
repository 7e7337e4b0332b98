import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { askAgain } from '../../ui/password/ask-again.ts';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { usePasswordSentence } from '../../ui/password/password-sentence.ts';
import { useEnter } from '../../features/session/session.ts';
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
 * An address, and either its password or a mail. Both fields stand in one form from the beginning, as password managers want it;
 * without a password the Enter key asks for the mail.
 */
export function SignInForm({ email, onEmail, callbackUrl, lastUsed }: SignInFormProps) {
  const { signIn: texts, password: passwordTexts } = useTexts();
  const issueOf = useIssueOf();
  const passwordSentence = usePasswordSentence();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const enter = useEnter();
  const organisation = useOrganisation(email);
  const onward = callbackUrl !== undefined && { callbackUrl };

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
    onSuccess: enter,
    onError: (failure) => {
      const told = toActionError(failure);
      if (issueOf(told, 'email')) emailField.current?.focus();
      else if (passwordSentence(told, 'password', 0)) askAgain(passwordField.current);
    },
  });
  const linkFailure = requestLink.error && toActionError(requestLink.error);
  const linkWait = useRetryWait(linkFailure);
  const signInFailure = signIn.error && toActionError(signIn.error);
  const signInWait = useRetryWait(signInFailure);
  const emailIssue = issueOf(linkFailure ?? signInFailure, 'email');
  const passwordIssue = passwordSentence(signInFailure, 'password', signInWait);
  const otherFailure = (!emailIssue && linkFailure) || (!emailIssue && !passwordIssue && signInFailure);

  const isMissing = (field: 'email' | 'password'): boolean => {
    const isEmpty = field === 'email' ? email.trim() === '' : password === '';
    if (!isEmpty) return false;
    setMissing(field);
    (field === 'email' ? emailField : passwordField).current?.focus();
    return true;
  };
  const mailLink = () => {
    setMissing(null);
    if (isMissing('email') || linkWait > 0 || requestLink.isPending) return;
    signIn.reset();
    requestLink.mutate({ email, ...onward });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(null);
    if (isMissing('email') || isMissing('password') || signInWait > 0 || signIn.isPending) return;
    requestLink.reset();
    signIn.mutate({ email, password, ...onward });
  };
  const onEmailKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || password !== '') return;
    event.preventDefault();
    mailLink();
  };

  return (
    // The server judges the address; its sentence stands at the field, where the browser's own bubble would vanish.
    <form onSubmit={submit} noValidate className={classes['form']}>
      {otherFailure && <ErrorNotice error={otherFailure} takeFocus />}
      <div>
        <EmailField
          ref={emailField}
          value={email}
          onChange={onEmail}
          onKeyDown={onEmailKey}
          onBlur={organisation.onLeave}
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
          onClick={mailLink}
        >
          {texts.mailLink}
        </Button>
      </div>
    </form>
  );
}
