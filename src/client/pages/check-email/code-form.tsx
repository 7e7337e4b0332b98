import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { VERIFICATION_CODE_DIGITS } from '../../../shared/limits.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useEnter } from '../../components/session.ts';
import { issueOf, toActionError, type ClientError } from '../../errors.ts';
import { noteSignInStarted } from '../../last-used.ts';
import { trpc } from '../../trpc.ts';
import classes from './check-email.module.css';

interface CodeFormProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
}

/** The mail's code: typed or pasted in any spelling ("123 456"), sent by itself once it is whole. */
export function CodeForm({ email, callbackUrl }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const enter = useEnter();
  const signIn = trpc.session.signInWithCode.useMutation({
    onMutate: () => noteSignInStarted('email'),
    onSuccess: enter,
    onError: (error) => {
      if (fieldSentence(toActionError(error))) field.current?.select();
    },
  });
  const failure = signIn.error && toActionError(signIn.error);
  const sentence = fieldSentence(failure);

  const send = (whole: string) => {
    if (signIn.isPending) return;
    signIn.mutate({ email, code: whole, ...(callbackUrl !== undefined && { callbackUrl }) });
  };
  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, VERIFICATION_CODE_DIGITS);
    setCode(digits);
    setIncomplete(false);
    if (digits.length === VERIFICATION_CODE_DIGITS && digits !== code) send(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === VERIFICATION_CODE_DIGITS) return send(code);
    setIncomplete(true);
    field.current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !sentence && <ErrorNotice error={failure} takeFocus />}
      <TextInput
        ref={field}
        label="Or enter the code from the mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        placeholder={'0'.repeat(VERIFICATION_CODE_DIGITS)}
        classNames={{ input: classes['code'] ?? '' }}
        value={code}
        onChange={(event) => change(event.currentTarget.value)}
        error={incomplete ? `Enter all ${VERIFICATION_CODE_DIGITS} digits.` : sentence}
      />
      <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

/** A wrong code is said at the field, everything else above it. */
function fieldSentence(error: ClientError | null): string | undefined {
  if (error?.code === 'CODE_INVALID') return `${error.message} ${error.hint}`;
  return issueOf(error, 'code');
}
