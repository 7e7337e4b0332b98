import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { toActionError, type PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { SentCode, type SentCodeState } from '../rows/sent-code.tsx';

interface EmailCodeProps extends SentCodeState {
  readonly email: string;
  readonly cancel: { readonly isPending: boolean; readonly failure: PageError | null };
  readonly onConfirmed: (status: EmailStatus) => void;
  readonly onCancel: () => void;
}

export function EmailCode({ email, cancel, onConfirmed, onCancel, ...sent }: EmailCodeProps) {
  const { common, email: texts } = useTexts();
  const confirm = trpc.email.confirmWithCode.useMutation({ onSuccess: onConfirmed });
  return (
    <SentCode
      {...sent}
      texts={{ ...texts, other: common.useAnotherAddress }}
      // The catalogue's title is about signing in, which does not fit here.
      deadTitle={texts.notConfirmed}
      isPending={confirm.isPending}
      failure={confirm.error && toActionError(confirm.error)}
      cancelButton={
        <Button variant="default" loading={cancel.isPending} onClick={onCancel}>
          {common.cancel}
        </Button>
      }
      cancelFailure={cancel.failure}
      onCode={(code) => confirm.mutate({ code })}
    >
      {texts.sentTo} <strong dir="ltr">{email}</strong>. {texts.waiting}
    </SentCode>
  );
}
