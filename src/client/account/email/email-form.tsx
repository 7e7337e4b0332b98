import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import type { ClientError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './email.module.css';

interface EmailFormProps {
  /** The current address, which stays until the new one is confirmed; `null` without one. */
  readonly current: string | null;
  readonly isPending: boolean;
  /** The failure of the request for `sent`. */
  readonly failure: ClientError | null;
  readonly sent: string | undefined;
  readonly onSend: (email: string) => void;
  readonly onCancel: () => void;
}

export function EmailForm({ current, isPending, failure, sent, onSend, onCancel }: EmailFormProps) {
  const { common, email: texts } = useTexts();
  const issueOf = useIssueOf();
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useRetryWait(failure);
  const issue = issueOf(failure, 'email');
  // The server's error is about the sent value, not about a later one.
  const issueNow = sent === email ? issue : undefined;
  const isRefused = issueNow !== undefined && !isPending;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (isRefused) field.current?.select();
  }, [isRefused]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = email.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (wait === 0 && !isPending) onSend(email);
  };

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !issue && <ErrorNotice error={failure} takeFocus />}
      <TextField
        ref={field}
        label={current === null ? texts.firstAddress : texts.newAddress}
        description={current === null ? texts.explainFirst : texts.explainChange(current)}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isMissing && email.trim() === '' ? texts.enterAddress : issueNow}
      />
      <div className={classes['buttons']}>
        <Button type="submit" loading={isPending} disabled={wait > 0}>
          {texts.send}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
