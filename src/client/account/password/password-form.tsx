import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { focusAndSelect } from '../../ui/text-field.tsx';
import { NewPasswordField } from '../../ui/password/new-password-field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import classes from '../../ui/password/password-form.module.css';
import { usePasswordError } from '../../ui/password/password-error.ts';
import { HiddenUsername } from '../../ui/password/hidden-username.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../../trpc.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';

interface PasswordFormProps {
  /** The form then asks for the current one. */
  readonly hasPassword: boolean;
  readonly email: string | null;
  readonly name: string | null;
  readonly onSaved: (status: PasswordStatus) => void;
  readonly onCancel: () => void;
}

export function PasswordForm({ hasPassword, email, name, onSaved, onCancel }: PasswordFormProps) {
  const { password: texts, ownPassword, common } = useTexts();
  const issueOf = useIssueOf();
  const passwordError = usePasswordError();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const newField = useRef<HTMLInputElement>(null);
  const { client, password: passwordCache } = trpc.useUtils();
  const save = useSensitiveMutation({
    perform: (input: { current: string; password: string }) =>
      hasPassword
        ? client.password.change.mutate(input)
        : client.password.set.mutate({ password: input.password }),
    // A password is never stored. After a verification at a provider the person types it again.
    storeAs: null,
    onSuccess: onSaved,
    onError: (failure) => {
      if (passwordError(failure, 'current', 0)) focusAndSelect(currentField.current);
      else if (issueOf(failure, 'password')) newField.current?.focus();
      else if (failure.code === 'PASSWORD_EXISTS' || failure.code === 'NOT_FOUND')
        void passwordCache.get.invalidate();
    },
  });
  const { failure } = save;
  const wait = useRetryWait(failure);
  const currentIssue = hasPassword ? passwordError(failure, 'current', wait) : undefined;
  const newIssue = issueOf(failure, 'password');
  // The server's error is about the sent value, not about a later one.
  const newIssueNow = save.variables?.password === password ? newIssue : undefined;

  useEffect(() => (hasPassword ? currentField : newField).current?.focus(), [hasPassword]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = hasPassword && current === '' ? currentField : password === '' ? newField : null;
    setIncomplete(empty !== null);
    if (empty) empty.current?.focus();
    else if (wait === 0 && !save.isPending) save.run({ current, password });
  };
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !currentIssue && !newIssue && <ErrorNotice error={failure} takeFocus />}
      {email !== null && <HiddenUsername email={email} />}
      {hasPassword && (
        <div>
          <PasswordField
            ref={currentField}
            label={ownPassword.currentLabel}
            name="current"
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            error={isIncomplete && current === '' ? ownPassword.missingCurrent : currentIssue}
          />
          <TextLink to="/forgot-password" search={{ email: email ?? undefined }} size="sm">
            {ownPassword.forgot}
          </TextLink>
        </div>
      )}
      <NewPasswordField
        ref={newField}
        value={password}
        onChange={setPassword}
        email={email}
        name={name}
        error={isIncomplete && password === '' ? texts.missingNew : newIssueNow}
      />
      <div className={classes['buttons']}>
        <Button type="submit" loading={save.isPending} disabled={wait > 0}>
          {hasPassword ? ownPassword.change : ownPassword.set}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
