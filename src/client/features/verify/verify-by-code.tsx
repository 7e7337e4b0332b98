import { Button } from '../../ui/button.tsx';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ofTextMessage } from '../../ui/of-text-message.ts';
import { SendAgain } from '../../ui/send-again.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import classes from './verify-dialog.module.css';
import { Filled } from '../../ui/filled.tsx';
import { useTexts } from '../../language/texts.ts';

interface VerifyByCodeProps {
  readonly method: 'email' | 'phone';
  /** Where the code goes: the person's own address, or their number as people write it. */
  readonly to: string;
  readonly disabled: boolean;
  /** There is a quicker way above. */
  readonly isSecond: boolean;
  readonly onVerified: () => void;
}

/** Sends a code to what the person has proven to be theirs, and takes it back. */
export function VerifyByCode({ method, to, disabled, isSecond, onVerified }: VerifyByCodeProps) {
  const { codes, verify: texts } = useTexts();
  const send = trpc.session.reauthenticate.useMutation();
  const again = trpc.session.reauthenticate.useMutation();
  const verify = trpc.session.reauthenticate.useMutation({ onSuccess: onVerified });
  const sendFailure = send.error && toActionError(send.error);
  const wait = useRetryWait(sendFailure);
  const sent = codeSent(again.data) ?? codeSent(send.data);

  if (!sent) {
    return (
      <div className={classes['code']}>
        {sendFailure && <ErrorNotice error={sendFailure} takeFocus />}
        <Button
          {...(isSecond && { variant: 'default' })}
          size="md"
          fullWidth
          loading={send.isPending}
          disabled={disabled || wait > 0}
          onClick={() => send.mutate({ method })}
        >
          {method === 'phone' ? texts.sendToPhone : codes.sendTo(to)}
        </Button>
      </div>
    );
  }
  const { isPending, isSuccess, submittedAt } = again;
  const failure = verify.error && verify.submittedAt > again.submittedAt ? toActionError(verify.error) : null;
  return (
    <div className={classes['code']}>
      <p role="status">
        <Filled text={method === 'phone' ? codes.textOnItsWay : codes.mailOnItsWay}>
          <span className={classes['address']}>{to}</span>
        </Filled>
      </p>
      <CodeEntry
        // A code dies with the message that carried it: a new one clears what was typed.
        key={again.data ? again.submittedAt : 0}
        label={method === 'phone' ? codes.fromText : codes.fromMail}
        action={texts.verify}
        isPending={verify.isPending}
        failure={failure && method === 'phone' ? ofTextMessage(failure) : failure}
        onCode={(code) => verify.mutate({ method: 'code', code })}
        takeFocus
      />
      <SendAgain
        request={{ isPending, isSuccess, submittedAt, failure: again.error && toActionError(again.error) }}
        wait={sent.resendAfter}
        sent={isSuccess ? codes.newCode : null}
        onSend={() => again.mutate({ method })}
      />
    </div>
  );
}

type Answer = ReturnType<typeof trpc.session.reauthenticate.useMutation>['data'];

function codeSent(answer: Answer) {
  return answer?.status === 'code-sent' || answer?.status === 'text-sent' ? answer : null;
}
