import { useState, type ReactNode } from 'react';
import type { PendingSignIn } from '../../../shared/schemas/session.ts';
import type { PageError } from '../../errors.ts';
import { useErrorWords } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useIsInteractive } from '../../ui/use-is-interactive.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { hasPasskeys } from '../passkeys/webauthn.ts';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import classes from './second-step.module.css';
import type { PasskeyAnswer } from './use-passkey-answer.ts';

type TypedAnswer = { readonly code: string } | { readonly recoveryCode: string };
export type AnswerWay = 'code' | 'recovery-code';

interface SecondStepProps {
  readonly pending: Pick<PendingSignIn, 'methods' | 'mayTrustBrowser' | 'triesLeft'>;
  /** The label of the button. */
  readonly action: string;
  /** The way that is being checked, or that failed last. */
  readonly way: AnswerWay | 'passkey' | null;
  readonly isPending: boolean;
  readonly isAccepted: boolean;
  readonly failure: PageError | null;
  readonly passkey: Pick<PasskeyAnswer, 'isAsking' | 'isCancelled' | 'ask'>;
  readonly onAnswer: (answer: TypedAnswer & { readonly trustBrowser?: boolean }, way: AnswerWay) => void;
  readonly onPasskey: (trust: { readonly trustBrowser?: boolean }) => void;
  /** Where the forms are sent without the script. */
  readonly formAction?: string;
}

/** It knows no procedure, because two flows use it. */
export function SecondStep(props: SecondStepProps) {
  const { pending, action, way, isPending, isAccepted, failure, passkey, onAnswer, onPasskey, formAction } =
    props;
  const { methods, mayTrustBrowser, triesLeft } = pending;
  const texts = useTexts().secondStep;
  const words = useErrorWords();
  const isInteractive = useIsInteractive();
  const [isTrusted, setTrusted] = useState(false);
  const wait = useRetryWait(failure);
  const hasCode = methods.includes('totp');
  const hasRecoveryCode = methods.includes('recovery-code');
  // Without the script there is no passkey.
  const offersPasskey = methods.includes('passkey') && isInteractive && hasPasskeys();
  const trust = mayTrustBrowser && isTrusted ? { trustBrowser: true } : {};
  const failureOf = (each: AnswerWay) => (way === each ? failure : null);
  const errorOf = (each: AnswerWay) => {
    const failed = failureOf(each);
    if (failed?.code !== 'SECOND_FACTOR_INVALID') return undefined;
    const { message, hint } = words(failed);
    // Nobody knows the number while the server does not answer.
    return `${message} ${hint} ${triesLeft > 0 ? texts.triesLeft(triesLeft) : ''}`.trimEnd();
  };
  const checkbox: ReactNode = mayTrustBrowser && (
    <label className={classes['trust']}>
      <input
        type="checkbox"
        name="trustBrowser"
        value="true"
        checked={isTrusted}
        onChange={(event) => setTrusted(event.currentTarget.checked)}
      />
      {texts.trustBrowser}
    </label>
  );
  const recoveryForm = (
    <RecoveryCodeForm
      isPending={isPending && way === 'recovery-code'}
      isAccepted={isAccepted}
      failure={failureOf('recovery-code')}
      error={errorOf('recovery-code')}
      onCode={(recoveryCode) => onAnswer({ recoveryCode, ...trust }, 'recovery-code')}
      {...(formAction !== undefined && { formAction })}
    >
      {checkbox}
    </RecoveryCodeForm>
  );
  const noWay = !hasCode && !hasRecoveryCode && !offersPasskey && <p>{texts.passkeyUnsupported}</p>;
  return (
    <div className={classes['ways']}>
      {isInteractive ? noWay : noWay && <noscript>{noWay}</noscript>}
      {way === 'passkey' && failure && <ErrorNotice error={failure} takeFocus />}
      {hasCode && (
        <CodeEntry
          label={texts.code}
          action={action}
          isPending={isPending && way === 'code'}
          isAccepted={isAccepted}
          failure={failureOf('code')}
          codeError={errorOf('code')}
          onCode={(code) => onAnswer({ code, ...trust }, 'code')}
          takeFocus
          {...(formAction !== undefined && { scriptless: { action: formAction } })}
        >
          {checkbox}
        </CodeEntry>
      )}
      {offersPasskey && (
        <div className={classes['passkey']}>
          {!hasCode && checkbox}
          <Button
            size="md"
            fullWidth
            variant={hasCode ? 'default' : 'filled'}
            loading={passkey.isAsking || (isPending && way === 'passkey')}
            disabled={wait > 0 || isAccepted}
            onClick={() => onPasskey(trust)}
          >
            {texts.usePasskey}
          </Button>
          <p role="status" className={classes['status']}>
            {passkey.isCancelled && texts.passkeyCancelled}
          </p>
        </div>
      )}
      {hasRecoveryCode &&
        (hasCode || offersPasskey ? (
          <details className={classes['recovery']} {...(way === 'recovery-code' && { open: true })}>
            <summary>{texts.useRecoveryCode}</summary>
            {recoveryForm}
          </details>
        ) : (
          recoveryForm
        ))}
    </div>
  );
}
