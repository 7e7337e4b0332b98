import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { EmailStatus } from '../../shared/schemas/email.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, toClientError, type ClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { useEmailChanged } from '../features/use-email-changed.ts';
import classes from './email-links.module.css';

/**
 * The page of the link in the mail to a new address. Only its button confirms the address, and only in a browser that is signed in to the
 * account.
 */
export function ConfirmEmailPage() {
  const { common } = useTexts();
  const token = useLocation({ select: ({ state }) => state.linkToken });
  const session = useSession();
  const trouble = session.failureReason ?? session.error;
  if (trouble !== null && !session.data) {
    return (
      <CardLayout>
        <PageHeading title={common.justAMoment} />
        <ErrorNotice error={toClientError(trouble)} />
      </CardLayout>
    );
  }
  if (session.data === undefined || (session.data === null && session.isFetching)) return <PageLoader />;
  if (session.data === null) return <SignInFirst />;
  return <Confirm token={token} session={session.data} />;
}

function SignInFirst() {
  const { common, email } = useTexts();
  const texts = email.link;
  return (
    <CardLayout>
      <PageHeading title={texts.signInFirst} />
      <div className={classes['text']}>
        <p>{texts.whySignIn}</p>
        <p>{texts.thenCode}</p>
      </div>
      <ButtonLink to="/sign-in" search={{ callbackUrl: '/account' }} size="md" fullWidth>
        {common.signIn}
      </ButtonLink>
    </CardLayout>
  );
}

interface ConfirmProps {
  readonly token: string | undefined;
  readonly session: Session;
}

function Confirm({ token, session }: ConfirmProps) {
  const texts = useTexts().email.link;
  const status = trpc.email.get.useQuery();
  const utils = trpc.useUtils();
  const onEmailChanged = useEmailChanged();
  const [hadOther, setHadOther] = useState(false);
  const confirm = trpc.email.confirm.useMutation({
    onMutate: () => setHadOther(status.data?.verified ?? false),
    onSuccess: onEmailChanged,
    // The first call may have succeeded without its answer arriving.
    onError: () => void utils.email.get.invalidate(),
  });
  const failure = confirm.error && toActionError(confirm.error);
  const wait = useRetryWait(failure);
  const trouble = status.failureReason ?? status.error;

  if (confirm.isSuccess) return <Confirmed email={confirm.data.email ?? ''} hadOther={hadOther} />;
  if (!status.data) {
    if (!trouble) return <PageLoader />;
    return (
      <CardLayout>
        <PageHeading title={texts.deadTitle} />
        <ErrorNotice error={toClientError(trouble)} />
      </CardLayout>
    );
  }
  const isFinal = failure !== null && failure.code !== 'UNAVAILABLE' && failure.code !== 'RATE_LIMITED';
  const { pending } = status.data;
  if (isFinal && failure.code !== 'INVALID_INPUT') return <DeadLink error={failure} status={status.data} />;
  if (isFinal || token === undefined || pending === null) {
    return <DeadLink error={errorOfCode('EMAIL_LINK_INVALID')} status={status.data} />;
  }
  const { email, verified } = status.data;
  return (
    <CardLayout>
      <PageHeading title={texts.question} />
      <div className={classes['text']}>
        <p>
          <strong>{pending.email}</strong>
        </p>
        <p>{texts.forAccount(personOf(session, email))}</p>
        {email !== null && verified && <p>{texts.formerEnds(email)}</p>}
      </div>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Button
        size="md"
        fullWidth
        loading={confirm.isPending}
        disabled={wait > 0}
        onClick={() => confirm.mutate({ token })}
      >
        {texts.use}
      </Button>
      <TextLink to="/account" size="sm">
        {texts.notNow}
      </TextLink>
    </CardLayout>
  );
}

function personOf({ user }: Session, email: string | null): string {
  return [user.name, email].filter((part) => part !== null).join(', ') || user.id;
}

interface ConfirmedProps {
  readonly email: string;
  readonly hadOther: boolean;
}

function Confirmed({ email, hadOther }: ConfirmedProps) {
  const texts = useTexts().email;
  return (
    <CardLayout>
      <PageHeading title={texts.link.doneTitle} />
      <div className={classes['text']} role="status">
        <p>{texts.changed(email)}</p>
        {hadOther && (
          <p>
            {texts.toldFormer} {texts.otherDevices}
          </p>
        )}
      </div>
      <ToProfile />
    </CardLayout>
  );
}

interface DeadLinkProps {
  readonly error: ClientError;
  readonly status: EmailStatus;
}

function DeadLink({ error, status }: DeadLinkProps) {
  const texts = useTexts().email.link;
  return (
    <CardLayout>
      <PageHeading title={texts.deadTitle} />
      <ErrorText error={error} />
      {status.email !== null && status.verified && (
        <p className={classes['text']}>{texts.addressIs(status.email)}</p>
      )}
      <ToProfile />
    </CardLayout>
  );
}

function ToProfile() {
  const texts = useTexts().email.link;
  return (
    <ButtonLink to="/account" size="md" fullWidth>
      {texts.toProfile}
    </ButtonLink>
  );
}
