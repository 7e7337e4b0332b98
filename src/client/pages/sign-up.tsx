import { Button, TextInput } from '@mantine/core';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { TextLink } from '../components/links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { NewPasswordField } from '../components/password/new-password-field.tsx';
import classes from '../components/password/password-form.module.css';
import { useSession } from '../components/session.ts';
import { useRetryWait } from '../components/use-retry-wait.ts';
import { issueOf, toActionError } from '../errors.ts';
import { noteSignInStarted } from '../last-used.ts';
import { trpc } from '../trpc.ts';

const route = getRouteApi('/sign-up');

/** Name, address and password. What follows is the same whether the address is known here or not: a mail. */
export function SignUpPage() {
  const { email: initialEmail = '', callbackUrl } = route.useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const [values, setValues] = useState({ name: '', email: initialEmail, password: '' });
  const [isIncomplete, setIncomplete] = useState(false);
  const fields = {
    name: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };
  const order = ['name', 'email', 'password'] as const;

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
      const wrong = order.find((field) => issueOf(failure, field));
      if (wrong) fields[wrong].current?.focus();
    },
  });
  const failure = signUp.error && toActionError(signUp.error);
  const wait = useRetryWait(failure);
  const isOther = failure && !order.some((field) => issueOf(failure, field));
  // What the server said is about what was sent, not about what was typed since.
  const issueNow = (field: (typeof order)[number]) =>
    signUp.variables?.[field] === values[field] ? issueOf(failure, field) : undefined;
  const errorOf = (field: (typeof order)[number], missing: string) =>
    isIncomplete && values[field].trim() === '' ? missing : issueNow(field);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = order.find((field) => values[field].trim() === '');
    setIncomplete(empty !== undefined);
    if (empty) fields[empty].current?.focus();
    else if (wait === 0) signUp.mutate({ ...values, ...(callbackUrl !== undefined && { callbackUrl }) });
  };

  if (session.data) return <Navigate to="/account" replace />;
  return (
    <FrontDoor>
      <PageHeading title="Create an account" />
      <form onSubmit={submit} noValidate className={classes['form']}>
        {isOther && <ErrorNotice error={failure} takeFocus />}
        <TextInput
          ref={fields.name}
          label="Name"
          name="name"
          autoComplete="name"
          size="md"
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          error={errorOf('name', 'Enter your name.')}
        />
        <TextInput
          ref={fields.email}
          label="E-mail address"
          type="email"
          name="email"
          // What a password manager stores the password under.
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
          error={errorOf('email', 'Enter your e-mail address.')}
        />
        <NewPasswordField
          ref={fields.password}
          label="Password"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          email={values.email}
          name={values.name}
          error={errorOf('password', 'Choose a password.')}
        />
        <Button type="submit" size="md" fullWidth loading={signUp.isPending} disabled={wait > 0}>
          Create account
        </Button>
      </form>
      <p className={classes['aside']}>
        You have an account?{' '}
        <TextLink to="/sign-in" search={{ email: values.email.trim() || undefined, callbackUrl }}>
          Sign in
        </TextLink>
      </p>
    </FrontDoor>
  );
}
