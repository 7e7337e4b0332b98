import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { ButtonLink } from '../components/links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PageLoader } from '../components/page-loader.tsx';
import { onwardPath, usePendingLink } from '../components/pending-link.ts';
import { useGoTo, useSession } from '../components/session.ts';
import { readKeptAction } from '../components/verify/sensitive-actions.ts';
import { useSensitiveMutation } from '../components/verify/use-sensitive-mutation.ts';
import { VerifyProvider } from '../components/verify/verify-provider.tsx';
import { toClientError } from '../errors.ts';
import { confirmSignIn } from '../last-used.ts';
import { trpc } from '../trpc.ts';
import { LinkRefused } from './resume-link/link-refused.tsx';
import { useTexts } from '../texts/texts.ts';

const route = getRouteApi('/resume-link');

/** Where a person comes to once they have shown who they are: connects the provider account that waits in this browser. */
export function ResumeLinkPage() {
  const { common } = useTexts();
  const session = useSession();
  const returned = route.useSearch();
  const pending = usePendingLink();

  if (!pending.isFetchedAfterMount || pending.data === undefined || session.data === undefined) {
    const trouble = pending.failureReason ?? session.failureReason;
    return (
      <FrontDoor>
        <PageHeading title={common.justAMoment} />
        {trouble === null ? <PageLoader /> : <ErrorNotice error={toClientError(trouble)} />}
      </FrontDoor>
    );
  }
  if (session.data === null) return session.isFetching ? <PageLoader /> : <ToSignIn pending={pending.data} />;
  const { user } = session.data;
  return (
    <FrontDoor>
      <VerifyProvider user={user} returned={returned}>
        {pending.data ? <Resume pending={pending.data} user={user} /> : <NothingWaits user={user} />}
      </VerifyProvider>
    </FrontDoor>
  );
}

function ToSignIn({ pending }: { readonly pending: PendingLink | null }) {
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
  const { outcome, error } = route.useSearch();
  const { resumeLink: texts, verify: verifyTexts } = useTexts();
  const utils = trpc.useUtils();
  const goTo = useGoTo();
  const resume = useSensitiveMutation({
    perform: (_nothing: Record<string, never>) => utils.client.accounts.resumeLink.mutate(),
    keep: 'resume-link',
    onSuccess: (done) => {
      void utils.accounts.list.invalidate();
      void utils.providers.list.invalidate();
      goTo(withOutcome(onwardPath(done.callbackUrl), done.outcome, pending.provider));
    },
  });

  // Whoever is back from verifying is taken up, or asked once more, by the <VerifyProvider>.
  const [isBack] = useState(
    () => (outcome !== undefined || error !== undefined) && readKeptAction(user.id) !== null,
  );
  const started = useRef(isBack);
  const { run } = resume;
  useEffect(() => {
    confirmSignIn();
    if (started.current) return;
    started.current = true;
    run({});
  }, [run]);

  if (resume.failure) {
    return (
      <LinkRefused
        failure={resume.failure}
        pending={pending}
        user={user}
        isPending={resume.isPending}
        onRetry={() => run({})}
      />
    );
  }
  const isStopped = (resume.isStale || isBack) && !resume.isPending && !resume.isSuccess;
  if (!isStopped) {
    return (
      <>
        <PageHeading title={texts.connecting(pending.providerName)} />
        <PageLoader />
      </>
    );
  }
  return (
    <>
      <PageHeading title={verifyTexts.title} />
      <p>{texts.why(pending.providerName, pending.label)}</p>
      <Button size="md" fullWidth onClick={() => run({})}>
        {verifyTexts.title}
      </Button>
      <Button variant="subtle" fullWidth onClick={() => goTo(onwardPath(pending.callbackUrl))}>
        {texts.notNow}
      </Button>
    </>
  );
}

/** A reload, the back button, or a mail's link that was opened in another browser than the one where it began. */
function NothingWaits({ user }: Pick<ResumeProps, 'user'>) {
  const { resumeLink: texts, common } = useTexts();
  return (
    <>
      <PageHeading title={texts.nothingTitle} />
      <p>
        {user.email === null ? texts.signedIn : texts.signedInAs(user.email)} {texts.nothing}
      </p>
      <ButtonLink to="/account/sign-in-methods" size="md" fullWidth>
        {common.seeSignInMethods}
      </ButtonLink>
    </>
  );
}

/** The page that is gone on to tells the person how it ended. */
function withOutcome(path: string, outcome: string, provider: string): string {
  const url = new URL(path, location.origin);
  url.searchParams.set('outcome', outcome);
  url.searchParams.set('provider', provider);
  return url.pathname + url.search + url.hash;
}
