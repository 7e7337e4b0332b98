import { Navigate, useNavigate } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { DenyLink } from '../features/deny-link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { Redirect } from '../ui/redirect.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { MailCode } from '../features/mail-code/mail-code.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { PendingAccount } from '../features/pending-account.tsx';
import { consentTo, onwardPath, RESUME_LINK, usePendingLink } from '../features/pending-link.ts';
import { useCompleteSignIn, useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, toClientError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import classes from './confirm-address.module.css';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { useTexts } from '../language/texts.ts';

/**
 * A provider named an address but is not trusted to prove it. The page does not say whether the address is known. The person proves it by
 * mail, or continues without it.
 */
export function ConfirmAddressPage() {
  const session = useSession();
  const pending = usePendingLink();

  if (pending.data === undefined || session.data === undefined) {
    const trouble = pending.failureReason ?? session.failureReason;
    return <CardLayout>{trouble === null ? <PageLoader /> : <QueryFailed reason={trouble} />}</CardLayout>;
  }
  if (pending.data === null) {
    // The connection was finished, perhaps in another tab.
    return session.data ? <Redirect from="/confirm-address" to="/account" /> : <Expired />;
  }
  // The address has been proven meanwhile.
  if (pending.data.methods && session.data) return <Redirect from="/confirm-address" to={RESUME_LINK} />;
  if (pending.data.methods) {
    const { callbackUrl } = pending.data;
    return <Navigate to="/sign-in" search={{ error: 'OAuthAccountNotLinked', callbackUrl }} replace />;
  }
  return (
    <CardLayout>
      <ConfirmAddress pending={pending.data} onExpired={() => void pending.refetch()} />
    </CardLayout>
  );
}

interface ConfirmAddressProps {
  readonly pending: PendingLink;
  /** Called when the account is no longer pending. */
  readonly onExpired: () => void;
}

function ConfirmAddress({ pending, onExpired }: ConfirmAddressProps) {
  const { providerName, email } = pending;
  const { confirmAddress: texts, resumeLink } = useTexts();
  const navigate = useNavigate();
  const completeSignIn = useCompleteSignIn();
  const continueWithout = trpc.session.continueWithoutAddress.useMutation({
    onSuccess: ({ session, callbackUrl }) =>
      completeSignIn({ session, callbackUrl: onwardPath(callbackUrl) }),
    onError: (error) => {
      const { code } = toClientError(error);
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED' || code === 'OAuthAccountNotLinked') onExpired();
    },
  });
  const failure = continueWithout.error && toActionError(continueWithout.error);
  const wait = useRetryWait(failure);
  return (
    <>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>
          <InterpolatedText text={texts.intro(providerName)}>
            <strong>{email}</strong>
          </InterpolatedText>
        </p>
      </div>
      <PendingAccount pending={pending} />
      <p>{resumeLink.onlyYours}</p>
      <MailCode
        email={email}
        callbackUrl={RESUME_LINK}
        sendLabel={texts.send}
        confirmLabel={texts.confirm(providerName)}
        accountToConnect={pending}
      />
      <div className={classes['without']}>
        {failure && <ErrorNotice error={failure} takeFocus />}
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={continueWithout.isPending}
          disabled={wait > 0}
          aria-describedby="without-address"
          onClick={() => continueWithout.mutate(consentTo(pending))}
        >
          {texts.without}
        </Button>
        <p id="without-address" className={classes['hint']}>
          {texts.withoutHint(providerName)}
        </p>
      </div>
      <DenyLink pending={pending} onDenied={() => void navigate({ to: '/sign-in', replace: true })} />
    </>
  );
}

function Expired() {
  const { confirmAddress: texts, common } = useTexts();
  return (
    <CardLayout>
      <PageHeading title={texts.overTitle} />
      <ErrorText error={errorOfCode('LINK_EXPIRED')} />
      <ButtonLink to="/sign-in" size="md" fullWidth>
        {common.signIn}
      </ButtonLink>
    </CardLayout>
  );
}

function QueryFailed({ reason }: { readonly reason: unknown }) {
  const { common } = useTexts();
  return (
    <>
      <PageHeading title={common.justAMoment} />
      <ErrorNotice error={toClientError(reason)} />
    </>
  );
}
