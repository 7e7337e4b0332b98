import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect } from '../../ui/text-field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { usePasswordError } from '../../ui/password/password-error.ts';
import { HiddenUsername } from '../../ui/password/hidden-username.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from './verify-steps.module.css';
import { useTexts } from '../../language/texts.ts';

interface VerifyByPasswordProps {
  readonly email: string;
  readonly disabled: boolean;
  readonly onVerified: (answer: { readonly status: string }) => void;
}

export function VerifyByPassword({ email, disabled, onVerified }: VerifyByPasswordProps) {
  const texts = useTexts();
  const passwordError = usePasswordError();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verify = trpc.session.reauthenticate.useMutation({
    onSuccess: onVerified,
    onError: (error) => {
      if (passwordError(toActionError(error), 'password', 0)) focusAndSelect(field.current);
    },
  });
  const failure = verify.error && toActionError(verify.error);
  const wait = useRetryWait(failure);
  const sentence = passwordError(failure, 'password', wait);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (wait === 0 && !verify.isPending) verify.mutate({ method: 'password', password });
  };
  return (
    <form onSubmit={submit} noValidate className={classes['code']}>
      {failure && !sentence && <ErrorNotice error={failure} takeFocus />}
      <HiddenUsername email={email} />
      <PasswordField
        ref={field}
        label={texts.password.label}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={isMissing && password === '' ? texts.password.missing : sentence}
      />
      <Button type="submit" size="md" fullWidth loading={verify.isPending} disabled={disabled || wait > 0}>
        {texts.verify.verify}
      </Button>
    </form>
  );
}
