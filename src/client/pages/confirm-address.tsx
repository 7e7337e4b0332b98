import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { ErrorText } from '../components/error-text.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { ButtonLink } from '../components/links.tsx';
import { MailCode } from '../components/mail-code/mail-code.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { onwardPath, RESUME_LINK, usePendingLink } from '../components/pending-link.ts';
import { useEnter, useSession } from '../components/session.ts';
import { useRetryWait } from '../components/use-retry-wait.ts';
import { errorOfCode, toActionError, toClientError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import classes from './confirm-address.module.css';

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
    return session.data ? <Navigate to="/account" replace /> : <Over />;
  }
  // The address is proven by now.
  if (pending.data.methods && session.data) return <Navigate to={RESUME_LINK} replace />;
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

function ConfirmAddress({ pending: { providerName, email }, onOver }: ConfirmAddressProps) {
  const enter = useEnter();
  const goOn = trpc.session.continueWithoutAddress.useMutation({
    onSuccess: ({ session, callbackUrl }) => enter({ session, callbackUrl: onwardPath(callbackUrl) }),
    onError: (error) => {
      const { code } = toClientError(error);
      if (code === 'LINK_EXPIRED' || code === 'OAuthAccountNotLinked') onOver();
    },
  });
  const failure = goOn.error && toActionError(goOn.error);
  const wait = useRetryWait(failure);
  return (
    <>
      <div className={classes['intro']}>
        <PageHeading title="Confirm your address" />
        <p>
          {providerName} says that <strong>{email}</strong> is your address. Confirm it to go on.
        </p>
      </div>
      <MailCode email={email} callbackUrl={RESUME_LINK} send="Send me a code" confirm="Confirm" />
      <div className={classes['without']}>
        {failure && <ErrorNotice error={failure} takeFocus />}
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={goOn.isPending}
          disabled={wait > 0}
          aria-describedby="without-address"
          onClick={() => goOn.mutate()}
        >
          Go on without this address
        </Button>
        <p id="without-address" className={classes['hint']}>
          {providerName} is then your only way to sign in here.
        </p>
      </div>
    </>
  );
}

function Over() {
  return (
    <FrontDoor>
      <PageHeading title="Start again" />
      <ErrorText error={errorOfCode('LINK_EXPIRED')} />
      <ButtonLink to="/sign-in" size="md" fullWidth>
        Sign in
      </ButtonLink>
    </FrontDoor>
  );
}

function CannotKnow({ reason }: { readonly reason: unknown }) {
  return (
    <>
      <PageHeading title="Just a moment" />
      <ErrorNotice error={toClientError(reason)} />
    </>
  );
}
