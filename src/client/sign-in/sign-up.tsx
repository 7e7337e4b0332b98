import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { NewPasswordField } from '../ui/password/new-password-field.tsx';
import classes from '../ui/password/password-form.module.css';
import { useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { toActionError } from '../errors.ts';
import { noteSignInStarted } from '../features/session/last-used.ts';
import { trpc } from '../trpc.ts';
import { useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/sign-up');

/** In the order of the form. */
const FIELDS = ['name', 'email', 'password'] as const;
type Field = (typeof FIELDS)[number];

/** The sign-up form. The next step is always a mail, so that it does not tell whether the address is known. */
export function SignUpPage() {
  const { email: initialEmail = '', callbackUrl } = route.useSearch();
  const texts = useTexts();
  const issueOf = useIssueOf();
  const session = useSession();
  const navigate = useNavigate();
  const [values, setValues] = useState({ name: '', email: initialEmail, password: '' });
  const [isIncomplete, setIncomplete] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const focusField = (field: Field) => {
    const refs = { name: nameField, email: emailField, password: passwordField };
    refs[field].current?.focus();
  };

  const signUp = trpc.password.signUp.useMutation({
    onSuccess: ({ email, resendAfter }) => {
      noteSignInStarted('email');
      void navigate({
        to: '/check-email',
        search: { email, callbackUrl },
        state: { resendAfter, isSignUp: true },
      });
    },
    onError: (error) => {
      const failure = toActionError(error);
      const invalidField = FIELDS.find((field) => issueOf(failure, field));
      if (invalidField) focusField(invalidField);
    },
  });
  const failure = signUp.error && toActionError(signUp.error);
  const wait = useRetryWait(failure);
  const isFormFailure = failure && !FIELDS.some((field) => issueOf(failure, field));
  // The server's error is about the sent value, not about a later one.
  const issueNow = (field: Field) =>
    signUp.variables?.[field] === values[field] ? issueOf(failure, field) : undefined;
  const errorOf = (field: Field, missing: string) =>
    isIncomplete && values[field].trim() === '' ? missing : issueNow(field);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = FIELDS.find((field) => values[field].trim() === '');
    setIncomplete(empty !== undefined);
    if (empty) focusField(empty);
    else if (wait === 0) signUp.mutate({ ...values, ...(callbackUrl !== undefined && { callbackUrl }) });
  };

  if (session.data) return <Navigate to="/account" replace />;
  return (
    <CardLayout>
      <PageHeading title={texts.signUp.title} />
      <form onSubmit={submit} noValidate className={classes['form']}>
        {isFormFailure && <ErrorNotice error={failure} takeFocus />}
        <TextField
          ref={nameField}
          label={texts.signUp.name}
          name="name"
          autoComplete="name"
          size="md"
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          error={errorOf('name', texts.signUp.missingName)}
        />
        <EmailField
          ref={emailField}
          value={values.email}
          onChange={(email) => setValues({ ...values, email })}
          error={errorOf('email', texts.signIn.missingEmail)}
        />
        <NewPasswordField
          ref={passwordField}
          label={texts.password.label}
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          email={values.email}
          name={values.name}
          error={errorOf('password', texts.password.missingNew)}
        />
        <Button type="submit" size="md" fullWidth loading={signUp.isPending} disabled={wait > 0}>
          {texts.signUp.create}
        </Button>
      </form>
      <p className={classes['aside']}>
        {texts.signUp.haveOne}{' '}
        <TextLink to="/sign-in" search={{ email: values.email.trim() || undefined, callbackUrl }}>
          {texts.common.signIn}
        </TextLink>
      </p>
    </CardLayout>
  );
}
