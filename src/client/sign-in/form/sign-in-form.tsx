import { addressOf, at } from '../../base-path.ts';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { toPageErrorOf } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { focusAndSelect } from '../../ui/text-field.tsx';
import { usePasswordError } from '../../ui/password/password-error.ts';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { useIsInteractive } from '../../ui/use-is-interactive.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { CallbackField } from '../callback-field.tsx';
import { useParameters, usePlace } from '../page-context.ts';
import { PageLink } from '../page-link.tsx';
import { useCall } from '../use-call.ts';
import { useEnter } from '../use-enter.ts';
import { LastUsedMark } from './last-used.tsx';
import { useProviderStart } from './provider-buttons.tsx';
import classes from './sign-in.module.css';
import { useOrganisation } from './use-organisation.ts';

interface SignInFormProps {
  /** The address as typed. The field itself keeps it. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Further ways, beside the mail. */
  readonly children?: ReactNode;
}

/**
 * One form, as password managers need. Without a password, Enter leads to the organisation or the mail.
 * Without the script, the server gets the form (`server/pages/signed-out-forms.ts`).
 */
export function SignInForm({ email, onEmail, children }: SignInFormProps) {
  const { signIn: texts, password: passwordTexts } = useTexts();
  const { page, open } = usePlace();
  const { callbackUrl, email: givenEmail } = useParameters();
  const issueOf = useIssueOf();
  const passwordError = usePasswordError();
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const enter = useEnter();
  const organisation = useOrganisation(email);
  const providerStart = useProviderStart(callbackUrl);
  const [isDeciding, setDeciding] = useState(false);
  const callback = callbackUrl !== undefined && { callbackUrl };

  const requestLink = useCall('session.requestLink', {
    onSuccess: async (answer) => {
      const address = addressOf('/check-email', { email: answer.email, callbackUrl });
      await open(address, { state: { resendAfter: answer.resendAfter } });
    },
    onFailure: (failure) => {
      if (issueOf(failure, 'email')) emailField.current?.focus();
    },
  });
  const signIn = useCall('password.signIn', {
    onSuccess: enter,
    onFailure: (failure) => {
      if (issueOf(failure, 'email')) emailField.current?.focus();
      else if (passwordError(failure, 'password', 0)) focusAndSelect(passwordField.current);
    },
  });
  const hasCalled = requestLink.submittedAt > 0 || signIn.submittedAt > 0;
  const formFailure = hasCalled || !page.failedForm ? null : toPageErrorOf(page.failedForm.failure);
  const linkWait = useRetryWait(requestLink.failure);
  const signInWait = useRetryWait(signIn.failure);
  const failure = requestLink.failure ?? signIn.failure ?? formFailure;
  const emailIssue = issueOf(failure, 'email');
  const passwordIssue = passwordError(requestLink.failure ? null : failure, 'password', signInWait);
  const otherFailure = !emailIssue && !passwordIssue && failure;

  // The person may have typed before the script started.
  useEffect(() => {
    if (emailField.current) onEmail(emailField.current.value);
  }, [onEmail]);

  const isMissing = (field: 'email' | 'password'): boolean => {
    const input = (field === 'email' ? emailField : passwordField).current;
    const value = input?.value ?? '';
    if ((field === 'email' ? value.trim() : value) !== '') return false;
    setMissing(field);
    input?.focus();
    return true;
  };
  const canAsk = () =>
    !isMissing('email') &&
    !requestLink.isPending &&
    !signIn.isAccepted &&
    !isDeciding &&
    providerStart.leaving === null;
  const sendMailLink = (address = emailField.current?.value ?? '') => {
    if (linkWait > 0) return;
    signIn.reset();
    requestLink.start({ email: address, ...callback });
  };
  const proceedWith = async (address: string) => {
    let isOvertaken = false;
    addEventListener('submit', () => (isOvertaken = true), { once: true });
    setDeciding(true);
    const provider = await organisation.decide(address);
    setDeciding(false);
    // What the person did meanwhile counts more: another way to sign in, or another page.
    if (isOvertaken || !emailField.current) return;
    if (provider) providerStart.start(provider.id);
    else sendMailLink(address);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    setMissing(null);
    if (submitter instanceof HTMLButtonElement && submitter.value === 'link')
      return void (canAsk() && sendMailLink());
    if (isMissing('email') || isMissing('password') || signInWait > 0 || signIn.isPending) return;
    requestLink.reset();
    const [typedEmail, password] = [emailField.current?.value ?? '', passwordField.current?.value ?? ''];
    signIn.start({ email: typedEmail, password, ...callback });
  };
  const onEmailKey = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (!isEnter || passwordField.current?.value !== '') return;
    event.preventDefault();
    setMissing(null);
    if (canAsk()) void proceedWith(emailField.current?.value ?? '');
  };

  return (
    // The server checks the address, and its error is shown at the field.
    <form
      method="post"
      action={at('/sign-in')}
      onSubmit={submit}
      noValidate={useIsInteractive()}
      className={classes['form']}
    >
      <CallbackField callbackUrl={callbackUrl} />
      {otherFailure && <ErrorNotice error={otherFailure} takeFocus={hasCalled} />}
      <div>
        <EmailField
          ref={emailField}
          defaultValue={page.failedForm?.values['email'] ?? givenEmail ?? ''}
          onInput={(event) => onEmail(event.currentTarget.value)}
          onKeyDown={onEmailKey}
          onBlur={organisation.onBlur}
          readOnly={signIn.isAccepted}
          error={missing === 'email' ? texts.missingEmail : emailIssue}
        />
        <Organisation found={organisation.found} providerStart={providerStart} />
      </div>
      <div className={classes['password']}>
        <PasswordField
          ref={passwordField}
          label={passwordTexts.label}
          name="password"
          autoComplete="current-password"
          readOnly={signIn.isAccepted}
          error={missing === 'password' ? texts.missingPassword : passwordIssue}
        />
        <p className={classes['forgot']}>
          <PageLink
            href={addressOf('/forgot-password', { email: givenEmail })}
            currentHref={() => addressOf('/forgot-password', { email: emailField.current?.value.trim() })}
            size="sm"
            aria-label={texts.forgot}
          >
            {texts.forgotShort}
          </PageLink>
        </p>
      </div>
      <Button
        type="submit"
        name="way"
        value="password"
        size="md"
        fullWidth
        loading={signIn.isPending}
        disabled={signInWait > 0}
        rightSection={<LastUsedMark method="password" />}
      >
        {texts.submit}
      </Button>
      <div className={classes['ways']}>
        <Button
          type="submit"
          name="way"
          value="link"
          variant="default"
          fullWidth
          loading={requestLink.isPending || isDeciding}
          disabled={linkWait > 0}
          leftSection={<MailIcon />}
          rightSection={<LastUsedMark method="email" />}
        >
          {texts.mailLink}
        </Button>
        {children}
      </div>
    </form>
  );
}

interface OrganisationProps {
  readonly found: DiscoveredProvider | null;
  readonly providerStart: ReturnType<typeof useProviderStart>;
}

function Organisation({ found, providerStart }: OrganisationProps) {
  const { common } = useTexts();
  const { failure, leaving, wait, start } = providerStart;
  return (
    <div aria-live="polite" className={classes['organisation']}>
      {found && (
        <div className={classes['providers']}>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<ProviderMark provider={found} />}
            loading={leaving === found.id}
            disabled={wait > 0}
            onClick={() => start(found.id)}
          >
            {common.continueWith(found.name)}
          </Button>
        </div>
      )}
    </div>
  );
}
