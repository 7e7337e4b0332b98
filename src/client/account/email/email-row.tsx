import { useState } from 'react';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { signalNames } from '../../features/passkeys/signal-names.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { toActionError, type PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { NotSet } from '../profile/not-set.tsx';
import { Row, RowAction, RowSkeleton } from '../rows/row.tsx';
import { RowFailure } from '../rows/row-failure.tsx';
import { useCodeRow } from '../rows/use-code-row.ts';
import type { RowNotice } from '../rows/row-state.ts';
import { useLink } from '../rows/use-row.tsx';
import { EmailForm } from './email-form.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { SentCode, type SentCodeState } from '../rows/sent-code.tsx';
import profileClasses from '../profile/profile.module.css';

export function EmailRow() {
  const texts = useTexts().email;
  const status = trpc.email.get.useQuery();
  if (status.data) return <EmailAddress status={status.data} />;
  if (status.failureReason === null) return <RowSkeleton label={texts.title} />;
  return <Row label={texts.title} problem={<QueryErrorNotice query={status} />} />;
}

function EmailAddress({ status }: { readonly status: EmailStatus }) {
  const { common, email: texts, profile: profileTexts } = useTexts();
  const [draft, setDraft] = useState('');
  const utils = trpc.useUtils();
  const code = useCodeRow<{ readonly email: string }>({
    pending: status.pending,
    // The mail's link may confirm it in another tab.
    isOver: status.pending === null,
  });
  const { row, waiting } = code;
  useLink('email', () => {
    // The address that is there is confirmed without the editor.
    if (status.email === null || waiting) row.openIfNoneIs();
    else document.getElementById(row.id)?.querySelector('button')?.focus();
  });

  const change = useSensitiveMutation({
    perform: ({ email }: { email: string }) => utils.client.email.change.mutate({ email }),
    storeAs: 'change-email',
    onSuccess: ({ email, expires, resendAfter }) => {
      utils.email.get.setData(undefined, (last) => last && { ...last, pending: { email, expires } });
      setDraft('');
      code.onSent({ email }, { resendAfter, isAgain: waiting?.email === email });
    },
  });
  const cancel = trpc.email.cancel.useMutation({
    onSuccess: (newStatus) => {
      utils.email.get.setData(undefined, newStatus);
      code.forgetSent();
      row.close(({ email }) => email.cancelled);
    },
  });
  const showChanged = (changed: EmailStatus) => {
    utils.email.get.setData(undefined, changed);
    utils.session.get.setData(
      undefined,
      (last) => last && { ...last, user: { ...last.user, email: changed.email } },
    );
    void utils.profile.get.invalidate();
    void utils.password.get.invalidate();
    void utils.accounts.list.invalidate();
    void signalNames(utils);
  };
  const closeForm = () => {
    change.reset();
    setDraft('');
    code.closeForm();
  };
  const open = () => {
    // After a return from a provider nothing was typed on this page. The own address is sent by "Confirm".
    const refused = change.failure && change.variables?.email;
    if (refused && !waiting && refused !== status.email) setDraft((last) => last || refused);
    change.reset();
    cancel.reset();
    code.open();
  };

  const { email, verified } = status;
  const isForm = code.isEntering || !waiting;
  return (
    <Row
      row={row}
      label={texts.title}
      isUnsaved={draft.trim() !== ''}
      onCancel={isForm ? closeForm : () => row.close()}
      actions={
        <>
          {email !== null && !verified && !waiting && (
            <RowAction
              label={texts.confirmThis}
              loading={change.isPending}
              onClick={() => change.run({ email })}
            >
              {texts.confirm}
            </RowAction>
          )}
          <RowAction
            isOpener
            label={waiting ? profileTexts.enterCode : email === null ? texts.add : texts.changeLabel}
            onClick={open}
          >
            {waiting ? profileTexts.enterCode : email === null ? profileTexts.add : common.change}
          </RowAction>
        </>
      }
      problem={change.failure && !row.isOpen && <RowFailure row={row} error={change.failure} />}
      editor={
        isForm ? (
          <EmailForm
            current={verified ? email : null}
            email={draft}
            isPending={change.isPending}
            failure={change.failure}
            sent={change.variables?.email}
            onChange={setDraft}
            onSend={() => change.run({ email: draft })}
            onCancel={closeForm}
          />
        ) : (
          <EmailCode
            // A new mail replaces the code, so the input and its error are cleared.
            key={waiting.sends}
            email={waiting.email}
            takeFocus={code.takesFocus}
            isAgain={waiting.isAgain}
            request={change}
            resendAfter={waiting.resendAfter}
            cancel={{ isPending: cancel.isPending, failure: cancel.error && toActionError(cancel.error) }}
            onSend={() => change.run({ email: waiting.email })}
            onConfirmed={(newStatus) => {
              code.forgetSent();
              row.close(emailChangedNotice(newStatus.email ?? '', verified));
              showChanged(newStatus);
            }}
            onOther={() => {
              change.reset();
              cancel.reset();
              code.onOther();
            }}
            onCancel={() => cancel.mutate()}
          />
        )
      }
    >
      {email === null ? (
        <NotSet />
      ) : (
        <>
          {email}
          <Badge tone={verified ? 'good' : 'plain'}>{verified ? common.verified : common.unverified}</Badge>
        </>
      )}
      {waiting && !row.isOpen && (
        <p className={profileClasses['note']}>{profileTexts.notConfirmedYet(waiting.email)}</p>
      )}
    </Row>
  );
}

interface EmailChangedProps {
  readonly email: string;
  /** There was a former address, which got a mail. */
  readonly hadOther: boolean;
}

function emailChangedNotice(email: string, hadOther: boolean): RowNotice {
  return () => <EmailChanged email={email} hadOther={hadOther} />;
}

function EmailChanged({ email, hadOther }: EmailChangedProps) {
  const texts = useTexts().email;
  return (
    <>
      <p>{texts.changed(email)}</p>
      {hadOther && (
        <>
          <p>{texts.toldFormer}</p>
          <p>
            {texts.otherDevices} <TextLink to="/account/devices">{texts.lookAtDevices}</TextLink>
          </p>
        </>
      )}
    </>
  );
}

interface EmailCodeProps extends SentCodeState {
  readonly email: string;
  readonly cancel: { readonly isPending: boolean; readonly failure: PageError | null };
  readonly onConfirmed: (status: EmailStatus) => void;
  readonly onCancel: () => void;
}

function EmailCode({ email, cancel, onConfirmed, onCancel, ...sent }: EmailCodeProps) {
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
