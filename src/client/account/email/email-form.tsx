import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { RowForm } from '../rows/row-form.tsx';

interface EmailFormProps {
  /** Stays until the new one is confirmed; `null` without one. */
  readonly current: string | null;
  readonly email: string;
  readonly isPending: boolean;
  /** The failure of the request for `sent`. */
  readonly failure: PageError | null;
  readonly sent: string | undefined;
  readonly onChange: (email: string) => void;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

export function EmailForm(props: EmailFormProps) {
  const { current, email, isPending, failure, sent, onChange, onSend, onCancel } = props;
  const texts = useTexts().email;
  const issueOf = useIssueOf();
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

  const submit = () => {
    const isEmpty = email.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (wait === 0 && !isPending) onSend();
  };

  return (
    <RowForm
      action={texts.send}
      isPending={isPending}
      isDisabled={wait > 0}
      onSubmit={submit}
      onCancel={onCancel}
    >
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
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isMissing && email.trim() === '' ? texts.enterAddress : issueNow}
      />
    </RowForm>
  );
}
