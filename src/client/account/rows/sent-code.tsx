import type { ReactNode } from 'react';
import type { PageError } from '../../errors.ts';
import { OutboxHint } from '../../features/outbox-hint.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ResendMessage } from '../../ui/resend-message.tsx';
import { RowLinks } from './row-form.tsx';

export interface SentCodeState {
  readonly takeFocus: boolean;
  /** This address or number got a message before. */
  readonly isAgain: boolean;
  readonly request: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly submittedAt: number;
    readonly failure: PageError | null;
  };
  /** Seconds until the next message can be requested. */
  readonly resendAfter: number;
  readonly onSend: () => void;
  readonly onOther: () => void;
}

interface SentCodeProps extends SentCodeState {
  /** Where the code was sent to. */
  readonly children: ReactNode;
  readonly texts: {
    readonly code: string;
    readonly confirm: string;
    readonly sendNew: string;
    readonly sendAgain: string;
    readonly sentAgain: string;
    readonly other: string;
  };
  /** Replaces the error's title where the code does not work any more. */
  readonly deadTitle?: string;
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly cancelButton: ReactNode;
  readonly cancelFailure?: PageError | null;
  readonly onCode: (code: string) => void;
}

export function SentCode(props: SentCodeProps) {
  const { texts, deadTitle, failure, cancelButton, cancelFailure } = props;
  const isDead = failure?.code === 'CODE_DEAD';
  return (
    <>
      <p role="status">{props.children}</p>
      {isDead ? (
        <>
          <ErrorNotice error={failure} {...(deadTitle !== undefined && { title: deadTitle })} takeFocus />
          <div>{cancelButton}</div>
        </>
      ) : (
        <CodeEntry
          label={texts.code}
          action={texts.confirm}
          secondButton={cancelButton}
          isPending={props.isPending}
          failure={failure}
          onCode={props.onCode}
          takeFocus={props.takeFocus}
        />
      )}
      {cancelFailure && <ErrorNotice error={cancelFailure} takeFocus />}
      <OutboxHint />
      <RowLinks>
        <ResendMessage
          request={props.request}
          wait={props.resendAfter}
          isQuiet={!isDead}
          action={isDead ? texts.sendNew : texts.sendAgain}
          sent={props.isAgain ? texts.sentAgain : null}
          onSend={props.onSend}
        />
        <Button variant="subtle" size="compact-sm" onClick={props.onOther}>
          {texts.other}
        </Button>
      </RowLinks>
    </>
  );
}
