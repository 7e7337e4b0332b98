import { addressOf, at } from '../base-path.ts';
import { useState } from 'react';
import type { EmailStatus } from '../../shared/schemas/email.ts';
import { type CompletedForm, type OwnAccount } from '../../shared/signed-out-page.ts';
import { errorOfCode, type PageError } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { Anchor } from '../ui/anchor.tsx';
import { ButtonAnchor } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import textClasses from './form/sign-in.module.css';
import { LinkForm } from './link-form.tsx';
import { useLinkToken } from './link-token.ts';
import { usePage } from './page-context.ts';
import { useAccount } from './use-account.ts';
import { useLinkCall } from './use-link-call.ts';

/** Only the button confirms, and only in a browser that is signed in to the account. */
export function ConfirmEmailPage() {
  const { common } = useTexts();
  const { account, refresh } = useAccount();
  const { completedForm } = usePage();
  const token = useLinkToken();
  const [completed, setCompleted] = useState(completedForm);
  if (completed) return <Confirmed {...completed} />;
  if (account === 'unknown') {
    return (
      <CardLayout title={common.justAMoment}>
        <ErrorNotice error={errorOfCode('UNAVAILABLE')} />
      </CardLayout>
    );
  }
  if (account === null) return <SignInFirst />;
  return (
    <Confirm token={token} account={account} onConfirmed={setCompleted} onFailure={() => void refresh()} />
  );
}

function SignInFirst() {
  const { common, confirmEmail: texts } = useTexts();
  return (
    <CardLayout title={texts.signInFirst}>
      <div className={textClasses['intro']}>
        <p>{texts.whySignIn}</p>
        <p>{texts.thenCode}</p>
      </div>
      <ButtonAnchor href={addressOf('/sign-in', { callbackUrl: at('/account') })} size="md" fullWidth>
        {common.signIn}
      </ButtonAnchor>
    </CardLayout>
  );
}

interface ConfirmProps {
  readonly token: ReturnType<typeof useLinkToken>;
  readonly account: OwnAccount;
  readonly onConfirmed: (completed: CompletedForm) => void;
  /** The call may have succeeded without its answer arriving. */
  readonly onFailure: () => void;
}

function Confirm({ token, account, onConfirmed, onFailure }: ConfirmProps) {
  const { user, email: status } = account;
  const { email, verified, pending } = status;
  const texts = useTexts().confirmEmail;
  const confirm = useLinkCall('email.confirm', {
    onSuccess: (changed) => onConfirmed({ email: changed.email ?? '', hadOther: verified }),
    onFailure,
  });
  const { failure, isRefused } = confirm;

  const deadLink = <DeadLink error={errorOfCode('EMAIL_LINK_INVALID')} status={status} />;
  if (token === null) return <noscript>{deadLink}</noscript>;
  if (failure && isRefused && failure.code !== 'INVALID_INPUT')
    return <DeadLink error={failure} status={status} />;
  if (isRefused || token === undefined || pending === null) return deadLink;
  return (
    <CardLayout title={texts.question}>
      <div className={textClasses['intro']}>
        <p>
          <strong>{pending.email}</strong>
        </p>
        <p>{texts.forAccount(userOf(user, email))}</p>
        {email !== null && verified && <p>{texts.formerEnds(email)}</p>}
      </div>
      <LinkForm call={confirm} fields={{ token }} label={texts.use} onSend={() => confirm.start({ token })} />
      <Anchor href={at('/account')} size="sm">
        {texts.notNow}
      </Anchor>
    </CardLayout>
  );
}

function userOf(user: OwnAccount['user'], email: string | null): string {
  return [user.name, email].filter((part) => part !== null).join(', ') || user.id;
}

function Confirmed({ email, hadOther }: CompletedForm) {
  const texts = useTexts().confirmEmail;
  return (
    <CardLayout title={texts.doneTitle}>
      <div className={textClasses['intro']} role="status">
        <p>{texts.changed(email)}</p>
        {hadOther && <p>{`${texts.toldFormer} ${texts.otherDevices}`}</p>}
      </div>
      <ToProfile />
    </CardLayout>
  );
}

interface DeadLinkProps {
  readonly error: PageError;
  readonly status: EmailStatus;
}

function DeadLink({ error, status }: DeadLinkProps) {
  const texts = useTexts().confirmEmail;
  return (
    <CardLayout title={texts.deadTitle}>
      <ErrorText error={error} />
      {status.email !== null && status.verified && (
        <p className={textClasses['intro']}>{texts.addressIs(status.email)}</p>
      )}
      <ToProfile />
    </CardLayout>
  );
}

function ToProfile() {
  const texts = useTexts().confirmEmail;
  return (
    <ButtonAnchor href={at('/account')} size="md" fullWidth>
      {texts.toProfile}
    </ButtonAnchor>
  );
}
