import { Button } from '@mantine/core';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useCountdown } from '../../components/use-countdown.ts';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../../last-used.ts';
import { trpc } from '../../trpc.ts';
import classes from './check-email.module.css';

interface ResendButtonProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  /** Seconds. */
  readonly initialWait: number;
  readonly onSent: () => void;
}

export function ResendButton({ email, callbackUrl, initialWait, onSent }: ResendButtonProps) {
  const resend = trpc.session.requestLink.useMutation({
    onSuccess: () => {
      noteSignInStarted('email');
      onSent();
    },
  });
  const failure = resend.error && toActionError(resend.error);
  const seconds = failure ? (failure.retryAfter ?? 0) : (resend.data?.resendAfter ?? initialWait);
  const wait = useCountdown(seconds, resend.submittedAt + (resend.isSuccess || resend.isError ? 1 : 0));

  return (
    <div className={classes['resend']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <p role="status" className={classes['sent']}>
        {resend.isSuccess && 'A new mail is on its way. Older links and codes no longer work.'}
      </p>
      <Button
        variant="default"
        size="sm"
        disabled={wait > 0}
        loading={resend.isPending}
        onClick={() => resend.mutate({ email, ...(callbackUrl !== undefined && { callbackUrl }) })}
      >
        {wait > 0 ? `Send it again in ${wait} s` : 'Send it again'}
      </Button>
    </div>
  );
}
