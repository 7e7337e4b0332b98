import { Button } from './button.tsx';
import type { ClientError } from '../errors.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './resend-message.module.css';
import { useCountdown } from './use-countdown.ts';
import { useTexts } from '../language/texts.ts';

interface ResendMessageProps {
  /** The state of the last request. */
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: ClientError | null;
  };
  /** Seconds until the person can request the next message. */
  readonly wait: number;
  /** Shown after another message was sent; `null` while only the first one was. */
  readonly sent: string | null;
  /** The label of the button. */
  readonly action?: string;
  readonly onSend: () => void;
}

/** A button that requests the message again after a wait. */
export function ResendMessage({ request, wait, sent, action, onSend }: ResendMessageProps) {
  const texts = useTexts().codes;
  const label = action ?? texts.sendAgain;
  const { isPending, isSuccess, submittedAt, failure } = request;
  const seconds = failure ? (failure.retryAfter ?? 0) : wait;
  const secondsLeft = useCountdown(seconds, `${submittedAt} ${isSuccess || failure !== null}`);
  return (
    <div className={classes['resend']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <p role="status" className={classes['sent']}>
        {sent}
      </p>
      <Button variant="default" size="sm" disabled={secondsLeft > 0} loading={isPending} onClick={onSend}>
        {secondsLeft > 0 ? texts.waiting(label, secondsLeft) : label}
      </Button>
    </div>
  );
}
