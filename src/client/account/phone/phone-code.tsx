import { Button } from '../../ui/button.tsx';
import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutboxHint } from '../../features/mail-code/outbox-hint.tsx';
import { ofTextMessage } from '../../ui/of-text-message.ts';
import { SendAgain } from '../../ui/send-again.tsx';
import { toActionError, type ClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import classes from './phone.module.css';
import { Filled } from '../../ui/filled.tsx';
import { useTexts } from '../../language/texts.ts';

interface PhoneCodeProps {
  /** As people write it. */
  readonly number: string;
  readonly takeFocus: boolean;
  /** This number had got a code before. */
  readonly isAgain: boolean;
  /** How sending the last one went. */
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: ClientError | null;
  };
  /** Seconds until the next one may be asked for. */
  readonly resendAfter: number;
  readonly onSend: () => void;
  readonly onVerified: (status: PhoneStatus) => void;
  readonly onOther: () => void;
}

/** Takes the code that a text message brought. */
export function PhoneCode(props: PhoneCodeProps) {
  const { number, takeFocus, isAgain, request, resendAfter, onSend, onVerified, onOther } = props;
  const { phone: texts, codes } = useTexts();
  const verify = trpc.phone.verify.useMutation({ onSuccess: onVerified });
  const failure = verify.error && ofTextMessage(toActionError(verify.error));
  const isDead = failure?.code === 'CODE_DEAD';
  return (
    <div className={classes['code']}>
      <p role="status">
        <Filled text={texts.textSent}>
          <strong className={classes['unbroken']}>{number}</strong>
        </Filled>
      </p>
      {isDead ? (
        <ErrorNotice error={failure} takeFocus />
      ) : (
        <CodeEntry
          label={codes.fromText}
          action={texts.verify}
          isPending={verify.isPending}
          failure={failure}
          onCode={(code) => verify.mutate({ code })}
          takeFocus={takeFocus}
        />
      )}
      <OutboxHint />
      <SendAgain
        request={request}
        wait={resendAfter}
        action={isDead ? codes.sendNew : codes.sendAgain}
        sent={isAgain ? codes.newCode : null}
        onSend={onSend}
      />
      <div>
        <Button variant="default" size="sm" onClick={onOther}>
          {texts.another}
        </Button>
      </div>
    </div>
  );
}
