import { Button } from '@mantine/core';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { CodeEntry } from '../code-entry.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import { SendAgain } from '../send-again.tsx';
import { useRetryWait } from '../use-retry-wait.ts';
import classes from './verify-dialog.module.css';

interface VerifyByMailProps {
  readonly email: string;
  readonly disabled: boolean;
  /** There is a quicker way above. */
  readonly isSecond: boolean;
  readonly onVerified: () => void;
}

/** Sends a code to the person's own address, and takes it back. */
export function VerifyByMail({ email, disabled, isSecond, onVerified }: VerifyByMailProps) {
  const send = trpc.session.reauthenticate.useMutation();
  const again = trpc.session.reauthenticate.useMutation();
  const verify = trpc.session.reauthenticate.useMutation({ onSuccess: onVerified });
  const sendFailure = send.error && toActionError(send.error);
  const wait = useRetryWait(sendFailure);
  const sent = codeSent(again.data) ?? codeSent(send.data);

  if (!sent) {
    return (
      <div className={classes['mail']}>
        {sendFailure && <ErrorNotice error={sendFailure} takeFocus />}
        <Button
          {...(isSecond && { variant: 'default' })}
          size="md"
          fullWidth
          loading={send.isPending}
          disabled={disabled || wait > 0}
          onClick={() => send.mutate({ method: 'email' })}
        >
          Send a code to {email}
        </Button>
      </div>
    );
  }
  const { isPending, isSuccess, submittedAt } = again;
  return (
    <div className={classes['mail']}>
      <p role="status">
        A mail to <span className={classes['address']}>{sent.email}</span> is on its way, with a code.
      </p>
      <CodeEntry
        // A code dies with the mail that carried it: a new one clears what was typed.
        key={again.data ? again.submittedAt : 0}
        label="Code from the mail"
        action="Verify"
        isPending={verify.isPending}
        failure={verify.error && verify.submittedAt > again.submittedAt ? toActionError(verify.error) : null}
        onCode={(code) => verify.mutate({ method: 'code', code })}
        takeFocus
      />
      <SendAgain
        request={{ isPending, isSuccess, submittedAt, failure: again.error && toActionError(again.error) }}
        wait={sent.resendAfter}
        sent={isSuccess ? 'A new code is on its way. Older ones no longer work.' : null}
        onSend={() => again.mutate({ method: 'email' })}
      />
    </div>
  );
}

type Answer = ReturnType<typeof trpc.session.reauthenticate.useMutation>['data'];

function codeSent(answer: Answer) {
  return answer?.status === 'code-sent' ? answer : null;
}
