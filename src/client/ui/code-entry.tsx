import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field, useFieldIds } from './text-field.tsx';
import { VERIFICATION_CODE_DIGITS } from '../../shared/limits.ts';
import type { PageError } from '../errors.ts';
import { useErrorWords, useIssueOf } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import classes from './code-entry.module.css';
import { ErrorNotice } from './error-notice.tsx';
import { useIsInteractive } from './use-is-interactive.ts';
import { useRetryWait } from './use-countdown.ts';

interface CodeEntryProps {
  readonly label: string;
  /** The label of the button. */
  readonly action: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  /** What is wrong, if it is neither `CODE_INVALID` nor an issue of the field `code`. */
  readonly codeError?: string | undefined;
  readonly onCode: (code: string) => void;
  /** The code was accepted, and the next page is loading. */
  readonly isAccepted?: boolean;
  /** Beside the button. */
  readonly secondButton?: ReactNode;
  readonly takeFocus?: boolean;
  /** The id of the text that says where the code was sent. */
  readonly describedBy?: string;
  /** No code is sent automatically, because the button also agrees to something. */
  readonly needsButton?: boolean;
  /** Where the form is sent without the script, and its hidden fields. */
  readonly scriptless?: { readonly action: string; readonly fields?: ReactNode };
  /** Above the field, because a complete code is sent automatically. */
  readonly children?: ReactNode;
}

const SLOTS = Array.from({ length: VERIFICATION_CODE_DIGITS }, (_, index) => index);

/** The code may have any spelling ("123 456"). By default a complete code is sent automatically. */
export function CodeEntry(props: CodeEntryProps) {
  const {
    label,
    action,
    isPending,
    failure,
    codeError,
    onCode,
    scriptless,
    isAccepted = false,
    secondButton,
    takeFocus = false,
    describedBy,
    needsButton = false,
    children,
  } = props;
  const [isIncomplete, setIncomplete] = useState(false);
  const [typed, setTyped] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // The field keeps its text, so that nothing is lost that was typed before the script started.
  const lastCode = useRef('');
  const sentCode = useRef('');
  const wait = useRetryWait(failure);
  const texts = useTexts();
  const issueOf = useIssueOf();
  const words = useErrorWords();
  // A wrong code is shown at the field, every other failure above it.
  const fieldError =
    failure?.code === 'CODE_INVALID'
      ? `${words(failure).message} ${words(failure).hint}`
      : (codeError ?? issueOf(failure, 'code'));
  const isRefused = fieldError !== undefined && !isPending;

  // A code that was typed during the last check is sent now. Otherwise the refused code is selected.
  const handleRefusal = useEffectEvent(() => {
    const code = lastCode.current;
    if (!needsButton && code.length === VERIFICATION_CODE_DIGITS && code !== sentCode.current) send(code);
    else field.current?.select();
  });
  useEffect(() => {
    if (isRefused) handleRefusal();
  }, [isRefused]);
  const isInteractive = useIsInteractive();
  // The browser has focused the field of a server's page. The person may have moved on before the script.
  const focusField = useEffectEvent(() => {
    if (isInteractive) field.current?.focus();
  });
  useEffect(() => {
    if (takeFocus) focusField();
  }, [takeFocus]);

  const send = (completeCode: string) => {
    if (isPending || wait > 0) return;
    sentCode.current = completeCode;
    onCode(completeCode);
  };
  const readCode = () => {
    const input = field.current;
    const digits = input?.value.replace(/\D/g, '').slice(0, VERIFICATION_CODE_DIGITS) ?? '';
    if (input && input.value !== digits) input.value = digits;
    const isNew = digits !== lastCode.current;
    lastCode.current = digits;
    setTyped(digits.length);
    if (isNew && !needsButton && digits.length === VERIFICATION_CODE_DIGITS) send(digits);
  };
  const readEarlyCode = useEffectEvent(readCode);
  useEffect(() => readEarlyCode(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = lastCode.current;
    if (code.length === VERIFICATION_CODE_DIGITS) return send(code);
    setIncomplete(true);
    field.current?.focus();
  };

  // The next digit replaces a refused code.
  const active = isRefused ? 0 : Math.min(typed, VERIFICATION_CODE_DIGITS - 1);
  const error = isIncomplete ? texts.codes.incomplete(VERIFICATION_CODE_DIGITS) : fieldError;
  const { id, described } = useFieldIds({ error, 'aria-describedby': describedBy });
  const submitButton = (
    <Button
      type="submit"
      // With this, the server's answer shows a failure at this form, and not at the one for another mail.
      {...(scriptless && { name: 'way', value: 'code' })}
      {...(secondButton === undefined && { size: 'md', fullWidth: true })}
      loading={isPending}
      disabled={wait > 0}
    >
      {action}
    </Button>
  );
  return (
    <form
      onSubmit={submit}
      noValidate={isInteractive}
      {...(scriptless && { method: 'post', action: scriptless.action })}
      className={classes['form']}
    >
      {scriptless?.fields}
      {failure && !fieldError && <ErrorNotice error={failure} takeFocus />}
      {children}
      <Field id={id} label={label} error={error} size="md">
        <div dir="ltr" className={classes['code']}>
          <input
            {...described}
            ref={field}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is about this field, and without script nothing else focuses it
            autoFocus={takeFocus}
            required
            readOnly={isAccepted}
            onInput={() => {
              setIncomplete(false);
              readCode();
            }}
            className={classes['digits']}
          />
          <span aria-hidden="true" className={classes['slots']}>
            {SLOTS.map((index) => (
              <i key={index} {...(index === active && { 'data-active': true })} />
            ))}
          </span>
        </div>
      </Field>
      {secondButton === undefined ? (
        submitButton
      ) : (
        <div className={classes['buttons']}>
          {submitButton}
          {secondButton}
        </div>
      )}
    </form>
  );
}
