import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { RECOVERY_CODE_LENGTH } from '../../../shared/recovery-code.ts';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useIsInteractive } from '../../ui/use-is-interactive.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from './second-step.module.css';

interface RecoveryCodeFormProps {
  readonly isPending: boolean;
  readonly isAccepted: boolean;
  readonly failure: PageError | null;
  readonly error: string | undefined;
  readonly onCode: (code: string) => void;
  readonly formAction?: string;
  /** Between the field and the button. */
  readonly children: ReactNode;
}

export function RecoveryCodeForm(props: RecoveryCodeFormProps) {
  const { isPending, isAccepted, failure, error, onCode, formAction, children } = props;
  const texts = useTexts().secondStep;
  const field = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const wait = useRetryWait(failure);
  const isRefused = error !== undefined && !isPending;
  const isInteractive = useIsInteractive();
  useEffect(() => {
    if (isRefused) field.current?.select();
  }, [isRefused]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value ?? '';
    const isComplete = code.replaceAll(/[^0-9a-z]/gi, '').length === RECOVERY_CODE_LENGTH;
    setIncomplete(!isComplete);
    if (!isComplete) field.current?.focus();
    else if (!isPending && wait === 0) onCode(code);
  };
  return (
    <form
      onSubmit={submit}
      noValidate={isInteractive}
      {...(formAction !== undefined && { method: 'post', action: formAction })}
      className={classes['form']}
    >
      {failure && error === undefined && <ErrorNotice error={failure} takeFocus />}
      <TextField
        ref={field}
        label={texts.recoveryCode}
        description={texts.recoveryCodeHint}
        error={isIncomplete ? texts.recoveryCodeIncomplete : error}
        size="md"
        name="recoveryCode"
        dir="ltr"
        required
        readOnly={isAccepted}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onInput={() => setIncomplete(false)}
      />
      {children}
      <Button
        type="submit"
        name="way"
        value="recovery-code"
        variant="default"
        size="md"
        fullWidth
        loading={isPending}
        disabled={wait > 0}
      >
        {texts.sendRecoveryCode}
      </Button>
    </form>
  );
}
