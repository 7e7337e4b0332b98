import { Button } from './button.tsx';
import type { ClientError } from '../errors.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './send-again.module.css';
import { useCountdown } from './use-countdown.ts';
import { useTexts } from '../language/texts.ts';

interface SendAgainProps {
  /** How the last request went. */
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: ClientError | null;
  };
  /** Seconds until the next message may be asked for. */
  readonly wait: number;
  /** What is said once another message is on its way; nothing while the first one is. */
  readonly sent: string | null;
  /** What the button says. */
  readonly action?: string;
  readonly onSend: () => void;
}

/** Asks for the message once more, when it is time. */
export function SendAgain({ request, wait, sent, action, onSend }: SendAgainProps) {
  const texts = useTexts().codes;
  const label = action ?? texts.sendAgain;
  const { isPending, isSuccess, submittedAt, failure } = request;
  const seconds = failure ? (failure.retryAfter ?? 0) : wait;
  const left = useCountdown(seconds, `${submittedAt} ${isSuccess || failure !== null}`);
  return (
    <div className={classes['resend']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <p role="status" className={classes['sent']}>
        {sent}
      </p>
      <Button variant="default" size="sm" disabled={left > 0} loading={isPending} onClick={onSend}>
        {left > 0 ? texts.waiting(label, left) : label}
      </Button>
    </div>
  );
}
