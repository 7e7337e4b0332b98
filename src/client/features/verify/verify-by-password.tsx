import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { askAgain } from '../../ui/password/ask-again.ts';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { usePasswordSentence } from '../../ui/password/password-sentence.ts';
import { UsernameOf } from '../../ui/password/username-of.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import classes from './verify-dialog.module.css';
import { useTexts } from '../../language/texts.ts';

interface VerifyByPasswordProps {
  readonly email: string;
  readonly disabled: boolean;
  readonly onVerified: () => void;
}

export function VerifyByPassword({ email, disabled, onVerified }: VerifyByPasswordProps) {
  const texts = useTexts();
  const passwordSentence = usePasswordSentence();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verify = trpc.session.reauthenticate.useMutation({
    onSuccess: onVerified,
    onError: (error) => {
      if (passwordSentence(toActionError(error), 'password', 0)) askAgain(field.current);
    },
  });
  const failure = verify.error && toActionError(verify.error);
  const wait = useRetryWait(failure);
  const sentence = passwordSentence(failure, 'password', wait);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (wait === 0 && !verify.isPending) verify.mutate({ method: 'password', password });
  };
  return (
    <form onSubmit={submit} noValidate className={classes['code']}>
      {failure && !sentence && <ErrorNotice error={failure} takeFocus />}
      <UsernameOf email={email} />
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
