import { Navigate, useNavigate } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { DenyLink } from '../features/deny-link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { GoOn } from '../ui/go-on.tsx';
import { FrontDoor } from '../features/front-door.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { MailCode } from '../features/mail-code/mail-code.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { PendingAccount } from '../features/pending-account.tsx';
import { consentTo, onwardPath, RESUME_LINK, usePendingLink } from '../features/pending-link.ts';
import { useEnter, useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, toClientError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import classes from './confirm-address.module.css';
import { Filled } from '../ui/filled.tsx';
import { useTexts } from '../language/texts.ts';

/**
 * A provider has named an address without being trusted to know it. Whether it is known here is not said: the person proves it by
 * mail, or goes on without.
 */
export function ConfirmAddressPage() {
  const session = useSession();
  const pending = usePendingLink();

  if (pending.data === undefined || session.data === undefined) {
    const trouble = pending.failureReason ?? session.failureReason;
    return <FrontDoor>{trouble === null ? <PageLoader /> : <CannotKnow reason={trouble} />}</FrontDoor>;
  }
  if (pending.data === null) {
    // Finished, in another tab perhaps: whoever is signed in has nothing left to do here.
    return session.data ? <GoOn from="/confirm-address" to="/account" /> : <Over />;
  }
  // The address is proven by now.
  if (pending.data.methods && session.data) return <GoOn from="/confirm-address" to={RESUME_LINK} />;
  if (pending.data.methods) {
    const { callbackUrl } = pending.data;
    return <Navigate to="/sign-in" search={{ error: 'OAuthAccountNotLinked', callbackUrl }} replace />;
  }
  return (
    <FrontDoor>
      <ConfirmAddress pending={pending.data} onOver={() => void pending.refetch()} />
    </FrontDoor>
  );
}

interface ConfirmAddressProps {
  readonly pending: PendingLink;
  /** It does not wait any more. */
  readonly onOver: () => void;
}

function ConfirmAddress({ pending, onOver }: ConfirmAddressProps) {
  const { providerName, email } = pending;
  const { confirmAddress: texts, resumeLink } = useTexts();
  const navigate = useNavigate();
  const enter = useEnter();
  const goOn = trpc.session.continueWithoutAddress.useMutation({
    onSuccess: ({ session, callbackUrl }) => enter({ session, callbackUrl: onwardPath(callbackUrl) }),
    onError: (error) => {
      const { code } = toClientError(error);
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED' || code === 'OAuthAccountNotLinked') onOver();
    },
  });
  const failure = goOn.error && toActionError(goOn.error);
  const wait = useRetryWait(failure);
  return (
    <>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>
          <Filled text={texts.intro(providerName)}>
            <strong>{email}</strong>
          </Filled>
        </p>
      </div>
      <PendingAccount pending={pending} />
      <p>{resumeLink.onlyYours}</p>
      <MailCode
        email={email}
        callbackUrl={RESUME_LINK}
        send={texts.send}
        confirm={texts.confirm(providerName)}
        connects={pending}
      />
      <div className={classes['without']}>
        {failure && <ErrorNotice error={failure} takeFocus />}
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={goOn.isPending}
          disabled={wait > 0}
          aria-describedby="without-address"
          onClick={() => goOn.mutate(consentTo(pending))}
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

function Over() {
  const { confirmAddress: texts, common } = useTexts();
  return (
    <FrontDoor>
      <PageHeading title={texts.overTitle} />
      <ErrorText error={errorOfCode('LINK_EXPIRED')} />
      <ButtonLink to="/sign-in" size="md" fullWidth>
        {common.signIn}
      </ButtonLink>
    </FrontDoor>
  );
}

function CannotKnow({ reason }: { readonly reason: unknown }) {
  const { common } = useTexts();
  return (
    <>
      <PageHeading title={common.justAMoment} />
      <ErrorNotice error={toClientError(reason)} />
    </>
  );
}
