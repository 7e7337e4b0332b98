import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { toTextMessageError } from '../../ui/text-message-error.ts';
import { SentCode, type SentCodeState } from '../rows/sent-code.tsx';
import classes from './phone.module.css';

interface PhoneCodeProps extends SentCodeState {
  /** In international format. */
  readonly number: string;
  readonly onVerified: (status: PhoneStatus) => void;
  readonly onClose: () => void;
}

export function PhoneCode({ number, onVerified, onClose, ...sent }: PhoneCodeProps) {
  const { phone: texts, codes, common } = useTexts();
  const verify = trpc.phone.verify.useMutation({ onSuccess: onVerified });
  return (
    <SentCode
      {...sent}
      texts={{
        code: codes.fromText,
        confirm: texts.verify,
        sendNew: codes.sendNew,
        sendAgain: codes.sendAgain,
        sentAgain: codes.newCode,
        other: texts.another,
      }}
      isPending={verify.isPending}
      failure={verify.error && toTextMessageError(toActionError(verify.error))}
      cancelButton={
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      }
      onCode={(code) => verify.mutate({ code })}
    >
      <InterpolatedText text={texts.textSent}>
        <strong className={classes['unbroken']}>{number}</strong>
      </InterpolatedText>
    </SentCode>
  );
}
