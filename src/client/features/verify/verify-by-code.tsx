import { Button } from '../../ui/button.tsx';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { toTextMessageError } from '../../ui/text-message-error.ts';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from './verify-steps.module.css';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useTexts } from '../../language/texts.ts';

interface VerifyByCodeProps {
  readonly method: 'email' | 'phone';
  /** The person's address, or their number in international format. */
  readonly to: string;
  readonly disabled: boolean;
  /** Another method stands above, so the button is secondary. */
  readonly isSecondary: boolean;
  readonly onVerified: (answer: { readonly status: string }) => void;
}

export function VerifyByCode({ method, to, disabled, isSecondary, onVerified }: VerifyByCodeProps) {
  const { codes, verify: texts } = useTexts();
  const send = trpc.session.reauthenticate.useMutation();
  const resend = trpc.session.reauthenticate.useMutation();
  const verify = trpc.session.reauthenticate.useMutation({ onSuccess: onVerified });
  const sendFailure = send.error && toActionError(send.error);
  const wait = useRetryWait(sendFailure);
  const sentCode = sentCodeOf(resend.data) ?? sentCodeOf(send.data);

  if (!sentCode) {
    return (
      <div className={classes['code']}>
        {sendFailure && <ErrorNotice error={sendFailure} takeFocus />}
        <Button
          {...(isSecondary && { variant: 'default' })}
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
  const { isPending, isSuccess, submittedAt } = resend;
  const failure =
    verify.error && verify.submittedAt > resend.submittedAt ? toActionError(verify.error) : null;
  return (
    <div className={classes['code']}>
      <p role="status">
        <InterpolatedText text={method === 'phone' ? codes.textOnItsWay : codes.mailOnItsWay}>
          <span className={classes['address']}>{to}</span>
        </InterpolatedText>
      </p>
      <CodeEntry
        // A new message replaces the code, so the input is cleared.
        key={resend.data ? resend.submittedAt : 0}
        label={method === 'phone' ? codes.fromText : codes.fromMail}
        action={texts.verify}
        isPending={verify.isPending}
        failure={failure && method === 'phone' ? toTextMessageError(failure) : failure}
        onCode={(code) => verify.mutate({ method: 'code', code })}
        takeFocus
      />
      <ResendMessage
        request={{ isPending, isSuccess, submittedAt, failure: resend.error && toActionError(resend.error) }}
        wait={sentCode.resendAfter}
        sent={isSuccess ? codes.newCode : null}
        onSend={() => resend.mutate({ method })}
      />
    </div>
  );
}

type Answer = ReturnType<typeof trpc.session.reauthenticate.useMutation>['data'];

function sentCodeOf(answer: Answer) {
  return answer?.status === 'code-sent' || answer?.status === 'text-sent' ? answer : null;
}
