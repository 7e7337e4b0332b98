import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import { VERIFICATION_CODE_DIGITS } from '../../shared/limits.ts';
import type { ClientError } from '../errors.ts';
import { useErrorWords, useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import classes from './code-entry.module.css';
import { ErrorNotice } from './error-notice.tsx';
import { useRetryWait } from './use-retry-wait.ts';

interface CodeEntryProps {
  readonly label: string;
  /** What the button says. */
  readonly action: string;
  readonly isPending: boolean;
  readonly failure: ClientError | null;
  readonly onCode: (code: string) => void;
  readonly takeFocus?: boolean;
  /** Nothing is sent before the button is pressed, since the press says more than the code does. */
  readonly isSentByPress?: boolean;
}

/** A message's code: typed or pasted in any spelling ("123 456"), as a rule sent by itself once it is whole. */
export function CodeEntry(props: CodeEntryProps) {
  const { label, action, isPending, failure, onCode, takeFocus = false, isSentByPress = false } = props;
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef('');
  const wait = useRetryWait(failure);
  const texts = useTexts();
  const issueOf = useIssueOf();
  const words = useErrorWords();
  // A wrong code is said at the field, everything else above it.
  const sentence =
    failure?.code === 'CODE_INVALID'
      ? `${words(failure).message} ${words(failure).hint}`
      : issueOf(failure, 'code');
  const isRefused = sentence !== undefined && !isPending;

  // What was typed while the answer was under way is a try of its own; else the refused one is there to be typed over.
  const answered = useEffectEvent(() => {
    if (!isSentByPress && code.length === VERIFICATION_CODE_DIGITS && code !== sent.current) send(code);
    else field.current?.select();
  });
  useEffect(() => {
    if (isRefused) answered();
  }, [isRefused]);
  useEffect(() => {
    if (takeFocus) field.current?.focus();
  }, [takeFocus]);

  const send = (whole: string) => {
    if (isPending || wait > 0) return;
    sent.current = whole;
    onCode(whole);
  };
  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, VERIFICATION_CODE_DIGITS);
    setCode(digits);
    setIncomplete(false);
    if (!isSentByPress && digits.length === VERIFICATION_CODE_DIGITS && digits !== code) send(digits);
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
      <TextField
        ref={field}
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        placeholder={'0'.repeat(VERIFICATION_CODE_DIGITS)}
        inputClassName={classes['code']}
        value={code}
        onChange={(event) => change(event.currentTarget.value)}
        error={incomplete ? texts.codes.incomplete(VERIFICATION_CODE_DIGITS) : sentence}
      />
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={wait > 0}>
        {action}
      </Button>
    </form>
  );
}
