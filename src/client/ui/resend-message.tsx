import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { PageError } from '../errors.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './resend-message.module.css';
import { useCountdown } from './use-countdown.ts';
import { useTexts } from '../language/texts.ts';
import { useIsInteractive } from './use-is-interactive.ts';

interface ResendMessageProps {
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: PageError | null;
  };
  /** Seconds until the next message can be requested. */
  readonly wait: number;
  /** Shown after another message; `null` while only the first one was sent. */
  readonly sent: string | null;
  readonly action?: string;
  /** Looks like a link in a text. */
  readonly isQuiet?: boolean;
  readonly onSend: () => void;
  /** Where the button sends its form without the script, and the hidden fields. */
  readonly scriptless?: { readonly action: string; readonly fields: ReactNode };
}

const QUIET = { variant: 'subtle', size: 'compact-sm' } as const;

export function ResendMessage(props: ResendMessageProps) {
  const { request, wait, sent, action, isQuiet = false, onSend, scriptless } = props;
  const texts = useTexts().codes;
  const label = action ?? texts.sendAgain;
  const { isPending, isSuccess, submittedAt, failure } = request;
  const seconds = failure ? (failure.retryAfter ?? 0) : wait;
  const secondsLeft = useCountdown(seconds, `${submittedAt} ${isSuccess || failure !== null}`);
  // Without the script nothing counts down, and the server refuses a request that comes too early.
  const isCounting = useIsInteractive() && secondsLeft > 0;
  const button = (
    <Button
      {...(scriptless && { type: 'submit', name: 'way', value: 'resend' })}
      {...(isQuiet ? QUIET : { variant: 'default' })}
      disabled={isCounting}
      loading={isPending}
      onClick={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {isCounting ? texts.waiting(label, secondsLeft) : label}
    </Button>
  );
  return (
    <div className={classes['resend']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <p role="status" className={classes['sent']}>
        {sent}
      </p>
      {scriptless ? (
        <form method="post" action={scriptless.action}>
          {scriptless.fields}
          {button}
        </form>
      ) : (
        button
      )}
    </div>
  );
}
