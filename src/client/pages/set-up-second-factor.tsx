import { addressOf } from '../base-path.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { toActionError, toPageError } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useExternalNavigation } from '../features/session/external-navigation.ts';
import { useAllowedUrl, useGoTo } from '../features/session/session.ts';
import { noteSignOut } from '../features/session/sign-outs.ts';
import { EnrolmentChoices } from '../features/two-step/enrolment-choices.tsx';
import { VerifyContext, type Verify } from '../features/verify/verify-context.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { useBrand } from '../ui/brand.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';

const route = getRouteApi('/set-up-second-factor');

/** For `SECOND_FACTOR=everyone`. The session allows nothing else, and `session.get` does not show it. */
export function SetUpSecondFactorPage() {
  const { twoStep: texts, common } = useTexts();
  const { name } = useBrand();
  const callbackUrl = useAllowedUrl(route.useSearch().callbackUrl);
  const openUrl = useExternalNavigation();
  const goTo = useGoTo();
  const utils = trpc.useUtils();
  const status = trpc.secondFactor.get.useQuery(undefined, { staleTime: Infinity });
  const [isStale, setStale] = useState(false);
  // Only the first answer says who is wrong here. Later the person has a second factor.
  const [mustEnrol, setMustEnrol] = useState<boolean | null>(null);
  if (mustEnrol === null && status.data) setMustEnrol(status.data.mustEnrol);
  const isSignedOut = status.error !== null && toPageError(status.error).code === 'SessionRequired';

  const goOn = async () => {
    // Until now, the session was nobody's.
    await utils.session.get.reset();
    goTo(callbackUrl);
  };
  const onNothingToDo = useEffectEvent(() => void goOn());
  const onSignedOut = useEffectEvent(() => openUrl(addressOf('/sign-in', { callbackUrl })));
  useEffect(() => {
    if (mustEnrol === false) onNothingToDo();
  }, [mustEnrol]);
  useEffect(() => {
    if (isSignedOut) onSignedOut();
  }, [isSignedOut]);

  const signOut = trpc.session.signOut.useMutation({
    onSuccess: () => {
      noteSignOut();
      openUrl(addressOf('/sign-in', { callbackUrl }));
    },
  });
  const verify = useMemo<Verify>(
    // The methods to verify need a whole session, so the person signs in again.
    () => ({ ask: () => setStale(true), resumable: null, takeResumable: () => null, message: null }),
    [],
  );
  const signOutButton = (
    <Button
      variant={isStale ? 'filled' : 'subtle'}
      fullWidth
      loading={signOut.isPending || signOut.isSuccess}
      onClick={() => signOut.mutate()}
    >
      {texts.signOut}
    </Button>
  );
  if (mustEnrol !== true) {
    const { failureReason } = status;
    return (
      <CardLayout title={common.justAMoment}>
        {failureReason && !isSignedOut ? <ErrorNotice error={toPageError(failureReason)} /> : <PageLoader />}
      </CardLayout>
    );
  }
  return (
    <CardLayout title={texts.enrolTitle}>
      <p>{texts.enrolWhy(name)}</p>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      {isStale ? (
        <Notice tone="calm" title={texts.staleTitle} takeFocus>
          <p>{texts.stale}</p>
        </Notice>
      ) : (
        <VerifyContext value={verify}>
          <EnrolmentChoices offersApp onDone={() => void goOn()} />
        </VerifyContext>
      )}
      {signOutButton}
    </CardLayout>
  );
}
