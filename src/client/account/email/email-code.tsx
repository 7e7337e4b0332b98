import { Button } from '../../ui/button.tsx';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutboxHint } from '../../features/outbox-hint.tsx';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { toActionError, type ClientError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { RowLinks } from '../rows/row-form.tsx';

interface EmailCodeProps {
  readonly email: string;
  readonly takeFocus: boolean;
  /** This address got a mail before. */
  readonly isAgain: boolean;
  /** The state of the last request. */
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: ClientError | null;
  };
  /** Seconds until the person can request the next mail. */
  readonly resendAfter: number;
  readonly cancel: { readonly isPending: boolean; readonly failure: ClientError | null };
  readonly onSend: () => void;
  readonly onConfirmed: (status: EmailStatus) => void;
  readonly onOther: () => void;
  readonly onCancel: () => void;
}

/** The form for the code from the mail to the new address. */
export function EmailCode(props: EmailCodeProps) {
  const { email, takeFocus, isAgain, request, resendAfter, cancel } = props;
  const { common, email: texts } = useTexts();
  const confirm = trpc.email.confirmWithCode.useMutation({ onSuccess: props.onConfirmed });
  const failure = confirm.error && toActionError(confirm.error);
  const isDead = failure?.code === 'CODE_DEAD';
  const cancelButton = (
    <Button variant="default" loading={cancel.isPending} onClick={props.onCancel}>
      {common.cancel}
    </Button>
  );
  return (
    <>
      <p role="status">
        {texts.sentTo} <strong dir="ltr">{email}</strong>. {texts.waiting}
      </p>
      {isDead ? (
        <>
          {/* The catalogue's title is about signing in, which does not fit here. */}
          <ErrorNotice error={failure} title={texts.notConfirmed} takeFocus />
          <div>{cancelButton}</div>
        </>
      ) : (
        <CodeEntry
          label={texts.code}
          action={texts.confirm}
          secondButton={cancelButton}
          isPending={confirm.isPending}
          failure={failure}
          onCode={(code) => confirm.mutate({ code })}
          takeFocus={takeFocus}
        />
      )}
      {cancel.failure && <ErrorNotice error={cancel.failure} takeFocus />}
      <OutboxHint />
      <RowLinks>
        <ResendMessage
          request={request}
          wait={resendAfter}
          isQuiet={!isDead}
          action={isDead ? texts.sendNew : texts.sendAgain}
          sent={isAgain ? texts.sentAgain : null}
          onSend={props.onSend}
        />
        <Button variant="subtle" size="compact-sm" onClick={props.onOther}>
          {common.useAnotherAddress}
        </Button>
      </RowLinks>
    </>
  );
}
