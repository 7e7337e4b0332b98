import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { at } from '../base-path.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { failureOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useExternalNavigation } from '../features/session/external-navigation.ts';
import { RequireSession } from '../features/session/require-session.tsx';
import { useAllowedUrl, useGoTo } from '../features/session/session.ts';
import { hasPasskeys } from '../features/passkeys/webauthn.ts';
import { EnrolmentChoices } from '../features/two-step/enrolment-choices.tsx';
import type { Return } from '../features/verify/verify-context.ts';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { VerifySteps } from '../features/verify/verify-steps.tsx';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { QueryErrorNotice } from '../ui/query-error-notice.tsx';

const route = getRouteApi('/verify');

/** `?level=1` asks for a fresh session, `?level=2` for one with a second factor. Then `callbackUrl` opens. */
export function VerifyPage() {
  const { level, callbackUrl, ...returned } = route.useSearch();
  return (
    <RequireSession>
      {({ user }, trouble) => (
        <CardLayout>
          {trouble}
          <VerifyProvider user={user} returned={returned}>
            <VerifyFor
              user={user}
              needsSecondFactor={level === '2'}
              callbackUrl={callbackUrl}
              returned={returned}
            />
          </VerifyProvider>
        </CardLayout>
      )}
    </RequireSession>
  );
}

interface VerifyForProps {
  readonly user: Session['user'];
  readonly needsSecondFactor: boolean;
  readonly callbackUrl: string | undefined;
  readonly returned: Return;
}

function VerifyFor({ user, needsSecondFactor, callbackUrl, returned }: VerifyForProps) {
  const { twoStep: texts, errors } = useTexts();
  const allowed = useAllowedUrl(callbackUrl);
  const goTo = useGoTo();
  const utils = trpc.useUtils();
  const status = trpc.secondFactor.get.useQuery(undefined, { enabled: needsSecondFactor });
  // The parameters leave the address at once.
  const [first] = useState(returned);
  const isVerified = first.outcome === 'verified';
  const isOn = status.data?.isOn === true;
  // A passkey alone does not turn two-step verification on, so a password would lead here again and again.
  const needsPasskey = needsSecondFactor && !isOn;
  const canVerify = !needsPasskey || ((status.data?.passkeys ?? 0) > 0 && hasPasskeys());

  const goOn = () => {
    void utils.session.get.invalidate();
    goTo(allowed);
  };
  const onShown = useEffectEvent(goOn);
  useEffect(() => {
    if (isVerified) onShown();
  }, [isVerified]);

  if (isVerified || (needsSecondFactor && !status.data)) {
    return (
      <>
        <PageHeading title={texts.verifyTitle} />
        {status.failureReason ? <QueryErrorNotice query={status} /> : <PageLoader />}
      </>
    );
  }
  if (!canVerify) {
    const offersApp = status.data?.policy !== 'off';
    if (!offersApp && !hasPasskeys()) {
      return (
        <>
          <PageHeading title={texts.verifyTitle} />
          <ErrorNotice error={failureOf({ error: 'SECOND_FACTOR_OFF' }, errors)} />
          <NotNow allowed={allowed} />
        </>
      );
    }
    return (
      <>
        <PageHeading title={texts.enrolTitle} />
        <p>{texts.offerWhy}</p>
        <EnrolmentChoices onDone={goOn} offersApp={offersApp} />
        <NotNow allowed={allowed} />
      </>
    );
  }
  return (
    <>
      <PageHeading title={texts.verifyTitle} />
      <VerifySteps
        user={user}
        request={{
          action: null,
          needsPasskey,
          ...(first.error !== undefined && { failure: failureOf(first, errors) }),
        }}
        why={texts.verifyWhy}
        onVerified={goOn}
      />
      <NotNow allowed={allowed} />
    </>
  );
}

/** An app that waits for an answer of `/oauth/authorize` gets it: the person said no. */
function NotNow({ allowed }: { readonly allowed: string | undefined }) {
  const texts = useTexts().twoStep;
  const goTo = useGoTo();
  const openUrl = useExternalNavigation();
  const deny = trpc.authorizations.deny.useMutation({
    onSuccess: ({ url }) => openUrl(url),
    // No app can be told, such as with a request of an unknown one.
    onError: () => goTo(undefined),
  });
  const leave = () => {
    const { origin, pathname, search } = new URL(allowed ?? '', location.href);
    if (origin === location.origin && pathname === at('/oauth/authorize'))
      deny.mutate({ request: search.slice(1) });
    else goTo(undefined);
  };
  return (
    <Button variant="subtle" fullWidth loading={deny.isPending} onClick={leave}>
      {texts.notNow}
    </Button>
  );
}
