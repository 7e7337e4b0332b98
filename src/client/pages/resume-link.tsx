import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import type { LinkConsent, PendingLink } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { DenyLink } from '../features/deny-link.tsx';
import { ErrorNotice, ErrorReference } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { LoadingCard } from '../features/loading-card.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { PendingAccount } from '../features/pending-account.tsx';
import { consentTo, onwardPath, withOutcome } from '../features/pending-link.ts';
import { useGoTo, useReplaceSession, useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-countdown.ts';
import { useSensitiveMutation } from '../features/verify/use-sensitive-mutation.ts';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { toActionError, toPageError, type PageError } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/resume-link');

export function ResumeLinkPage() {
  const { common } = useTexts();
  const session = useSession();
  const returned = route.useSearch();
  // Always read again, because other tabs share the cookie of the pending account.
  const pending = trpc.accounts.pendingLink.useQuery(undefined, { staleTime: 0, refetchOnMount: 'always' });

  if (!pending.isFetchedAfterMount || pending.data === undefined || session.data === undefined) {
    const trouble = pending.failureReason ?? session.failureReason;
    return (
      <CardLayout title={common.justAMoment}>
        {trouble === null ? <PageLoader /> : <ErrorNotice error={toPageError(trouble)} />}
      </CardLayout>
    );
  }
  if (session.data === null)
    return session.isFetching ? <LoadingCard /> : <RedirectToSignIn pending={pending.data} />;
  const { user } = session.data;
  return (
    <CardLayout>
      <VerifyProvider user={user} returned={returned}>
        {pending.data ? <Resume pending={pending.data} user={user} /> : <NothingPending user={user} />}
      </VerifyProvider>
    </CardLayout>
  );
}

function RedirectToSignIn({ pending }: { readonly pending: PendingLink | null }) {
  if (!pending) return <Navigate to="/sign-in" search={{ error: 'LINK_EXPIRED' }} replace />;
  if (!pending.methods) return <Navigate to="/confirm-address" replace />;
  const search = { error: 'OAuthAccountNotLinked', callbackUrl: pending.callbackUrl };
  return <Navigate to="/sign-in" search={search} replace />;
}

interface ResumeProps {
  readonly pending: PendingLink;
  readonly user: Session['user'];
}

function Resume({ pending, user }: ResumeProps) {
  const { resumeLink: texts } = useTexts();
  const utils = trpc.useUtils();
  const goTo = useGoTo();
  const resume = useSensitiveMutation({
    perform: (consent: LinkConsent) => utils.client.accounts.resumeLink.mutate(consent),
    storeAs: 'resume-link',
    onSuccess: (result) => {
      void utils.accounts.list.invalidate();
      void utils.providers.list.invalidate();
      goTo(withOutcome(onwardPath(result.callbackUrl), result.outcome, pending.provider));
    },
    onError: ({ code }) => {
      // The refetch shows the account that is pending now, and asks again.
      if (code === 'LINK_CHANGED') void utils.accounts.pendingLink.invalidate();
    },
  });
  const denial = useDenyLink(pending, () => goTo(onwardPath(pending.callbackUrl)));

  const { failure, run, isPending, isSuccess } = resume;
  const wait = useRetryWait(failure);
  if (user.email !== pending.email) return <DifferentUser pending={pending} user={user} />;
  if (failure && failure.code !== 'LINK_CHANGED') {
    return (
      <LinkRefused
        failure={failure}
        pending={pending}
        user={user}
        isPending={isPending}
        onRetry={() => run(consentTo(pending))}
      />
    );
  }
  return (
    <>
      <PageHeading title={texts.question(pending.providerName)} />
      {failure && <ErrorNotice error={failure} takeFocus />}
      <PendingAccount pending={pending} />
      <p>
        <InterpolatedText text={texts.toAccount}>
          <strong>{user.email}</strong>
        </InterpolatedText>
      </p>
      <p>{texts.onlyYours}</p>
      <Button
        size="md"
        fullWidth
        loading={isPending || isSuccess}
        disabled={wait > 0}
        onClick={() => run(consentTo(pending))}
      >
        {texts.connect}
      </Button>
      <DenyLink {...denial} disabled={isPending || isSuccess} />
    </>
  );
}

/** `onDenied` is called when the pending account is removed without a connection. */
function useDenyLink(pending: PendingLink, onDenied: () => void) {
  const utils = trpc.useUtils();
  const deny = trpc.accounts.denyLink.useMutation({
    onSuccess: onDenied,
    onError: (error) => {
      const { code } = toPageError(error);
      // Another tab has decided, or another account is pending. The refetch shows it.
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED') void utils.accounts.pendingLink.invalidate();
    },
  });
  return {
    // Also after the answer, until the next page is there.
    isPending: deny.isPending || deny.isSuccess,
    failure: deny.error && toActionError(deny.error),
    onDeny: () => deny.mutate(consentTo(pending)),
  };
}

interface LinkRefusedProps extends ResumeProps {
  readonly failure: PageError;
  readonly isPending: boolean;
  readonly onRetry: () => void;
}

function LinkRefused({ failure, pending, user, isPending, onRetry }: LinkRefusedProps) {
  const { resumeLink: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  if (failure.code === 'OAuthAccountNotLinked') {
    return <DifferentUser pending={pending} user={user} />;
  }
  const isFinal = failure.code === 'LINK_EXPIRED' || failure.code === 'ACCOUNT_BELONGS_TO_OTHER';
  return (
    <>
      <PageHeading title={texts.refusedTitle(pending.providerName)} />
      <ErrorText error={failure} />
      {!isFinal && (
        <Button size="md" fullWidth loading={isPending} disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? common.tryAgainIn(wait) : common.tryAgain}
        </Button>
      )}
      <ButtonLink
        to="/account/sign-in-methods"
        size="md"
        fullWidth
        {...(!isFinal && { variant: 'default' as const })}
      >
        {texts.seeSignInMethods}
      </ButtonLink>
    </>
  );
}

/** Only a person who verified the address may connect an account with it. */
function DifferentUser({ pending, user }: ResumeProps) {
  const texts = useTexts().resumeLink;
  const goTo = useGoTo();
  const replaceSession = useReplaceSession();
  // Without a session, the page redirects to sign-in.
  const signOut = trpc.session.signOut.useMutation({ onSuccess: () => replaceSession(null) });
  return (
    <>
      <PageHeading title={texts.somebodyElseTitle} />
      <div>
        <p>
          <InterpolatedText text={texts.somebodyElse}>
            <strong>{user.email ?? user.name ?? texts.anotherUser}</strong>
          </InterpolatedText>{' '}
          <InterpolatedText text={texts.onlyTo(pending.providerName)}>
            <strong>{pending.email}</strong>
          </InterpolatedText>
        </p>
        <ErrorReference code="OAuthAccountNotLinked" />
      </div>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      <Button size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {texts.signOut}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={() => goTo(onwardPath(pending.callbackUrl))}>
        {texts.goOn}
      </Button>
    </>
  );
}

/** After a reload, the back button, or a mail's link in another browser. */
function NothingPending({ user }: Pick<ResumeProps, 'user'>) {
  const { resumeLink: texts } = useTexts();
  return (
    <>
      <PageHeading title={texts.nothingTitle} />
      <p>
        {user.email === null ? texts.signedIn : texts.signedInAs(user.email)} {texts.nothing}
      </p>
      <ButtonLink to="/account/sign-in-methods" size="md" fullWidth>
        {texts.seeSignInMethods}
      </ButtonLink>
    </>
  );
}
