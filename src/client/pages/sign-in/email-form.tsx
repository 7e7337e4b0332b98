import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useRetryWait } from '../../components/use-retry-wait.ts';
import { issueOf, toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../../last-used.ts';
import { trpc } from '../../trpc.ts';
import { LastUsedMark } from './last-used-mark.tsx';
import classes from './sign-in.module.css';

interface EmailFormProps {
  readonly initialEmail: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly isLastUsed: boolean;
}

export function EmailForm({ initialEmail = '', callbackUrl, isLastUsed }: EmailFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
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
      if (issueOf(toActionError(failure), 'email')) field.current?.focus();
    },
  });
  const failure = requestLink.error && toActionError(requestLink.error);
  const issue = issueOf(failure, 'email');
  const wait = useRetryWait(failure);
  const [missing, setMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = email.trim() === '';
    setMissing(isMissing);
    if (isMissing) field.current?.focus();
    else if (wait === 0) requestLink.mutate({ email, ...(callbackUrl !== undefined && { callbackUrl }) });
  };

  return (
    // The server judges the address; its sentence stands at the field, where the browser's own bubble would vanish.
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !issue && <ErrorNotice error={failure} takeFocus />}
      <TextInput
        ref={field}
        label="E-mail address"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={missing ? 'Enter your e-mail address.' : issue}
      />
      <Button type="submit" size="md" fullWidth loading={requestLink.isPending} disabled={wait > 0}>
        Email me a link
      </Button>
      {isLastUsed && (
        <p className={classes['lastUsedLine']}>
          <LastUsedMark />
        </p>
      )}
    </form>
  );
}
