import { Button } from '../../ui/button.tsx';
import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutboxHint } from '../../features/outbox-hint.tsx';
import { toTextMessageError } from '../../ui/text-message-error.ts';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { toActionError, type ClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { RowLinks } from '../rows/row-form.tsx';
import classes from './phone.module.css';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useTexts } from '../../language/texts.ts';

interface PhoneCodeProps {
  /** The number in its international format. */
  readonly number: string;
  readonly takeFocus: boolean;
  /** This number got a code before. */
  readonly isAgain: boolean;
  /** The state of the last request. */
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: ClientError | null;
  };
  /** Seconds until the person can request the next code. */
  readonly resendAfter: number;
  readonly onSend: () => void;
  readonly onVerified: (status: PhoneStatus) => void;
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/** The form for the code from a text message. */
export function PhoneCode(props: PhoneCodeProps) {
  const { number, takeFocus, isAgain, request, resendAfter, onSend, onVerified } = props;
  const { phone: texts, codes, common } = useTexts();
  const verify = trpc.phone.verify.useMutation({ onSuccess: onVerified });
  const failure = verify.error && toTextMessageError(toActionError(verify.error));
  const isDead = failure?.code === 'CODE_DEAD';
  const cancelButton = (
    <Button variant="default" onClick={props.onClose}>
      {common.cancel}
    </Button>
  );
  return (
    <>
      <p role="status">
        <InterpolatedText text={texts.textSent}>
          <strong className={classes['unbroken']}>{number}</strong>
        </InterpolatedText>
      </p>
      {isDead ? (
        <>
          <ErrorNotice error={failure} takeFocus />
          <div>{cancelButton}</div>
        </>
      ) : (
        <CodeEntry
          label={codes.fromText}
          action={texts.verify}
          secondButton={cancelButton}
          isPending={verify.isPending}
          failure={failure}
          onCode={(code) => verify.mutate({ code })}
          takeFocus={takeFocus}
        />
      )}
      <OutboxHint />
      <RowLinks>
        <ResendMessage
          request={request}
          wait={resendAfter}
          isQuiet={!isDead}
          action={isDead ? codes.sendNew : codes.sendAgain}
          sent={isAgain ? codes.newCode : null}
          onSend={onSend}
        />
        <Button variant="subtle" size="compact-sm" onClick={props.onOther}>
          {texts.another}
        </Button>
      </RowLinks>
    </>
  );
}
