import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { messageOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useReport } from '../features/session/report.ts';
import { useTexts } from '../language/texts.ts';
import { PageNotLoadedError } from '../load-page.ts';
import { tryStorage } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { ErrorReference } from '../ui/error-notice.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from './crash.module.css';

/** An error after the sign-in is not a sign-in error, so it is not reported. */
const SIGNED_IN_PAGES = /^\/(account|admin|dev)(\/|$)/;
type CrashProps = Pick<ErrorComponentProps, 'error'>;

export function CrashPage({ error }: CrashProps) {
  const { failures: texts } = useTexts();
  const report = useReport();
  const router = useRouter();
  useEffect(() => {
    const path = router.state.location.pathname;
    if (!SIGNED_IN_PAGES.test(path)) report({ code: 'INTERNAL', message: messageOf(error), path });
  }, [error, report, router]);
  useReloadOf(error);
  return (
    <CardLayout>
      <CrashMessage />
      <Button size="md" fullWidth onClick={() => location.reload()}>
        {texts.loadAgain}
      </Button>
      <ButtonLink to="/" variant="subtle" fullWidth>
        {texts.goHome}
      </ButtonLink>
    </CardLayout>
  );
}

/** In place of an account page. The person can go on to another section. */
export function CrashSection({ error }: CrashProps) {
  const { account, common, failures } = useTexts();
  useReloadOf(error);
  if (error instanceof PageNotLoadedError) {
    return (
      <CrashCard label={common.tryAgain}>
        <Illustration of="offline" />
        <PageHeading title={account.notLoadedTitle} />
        <p>{account.notLoaded}</p>
      </CrashCard>
    );
  }
  return (
    <CrashCard label={failures.loadAgain}>
      <CrashMessage />
    </CrashCard>
  );
}

function CrashMessage() {
  const { firstErrors, failures: texts } = useTexts();
  const { title, message } = firstErrors.INTERNAL;
  return (
    <>
      <PageHeading title={title} />
      <div role="alert">
        <p>
          {message} {texts.crashHint}
        </p>
        <ErrorReference code="INTERNAL" />
      </div>
    </>
  );
}

interface CrashCardProps {
  readonly label: string;
  readonly children: ReactNode;
}

function CrashCard({ label, children }: CrashCardProps) {
  return (
    <div className={classes['card']}>
      {children}
      <div>
        <Button onClick={() => location.reload()}>{label}</Button>
      </div>
    </div>
  );
}

const PROBE_EVERY_MS = 5000;
/** Within this time the page does not reload itself again, because that did not help. */
const RELOAD_AT_MOST_EVERY_MS = 60_000;
const RELOADED_AT = 'foyer.reloaded-at';

/** Loads the page again as soon as the server answers. */
function useReloadOf(error: unknown): void {
  const isNotLoaded = error instanceof PageNotLoadedError;
  useEffect(() => {
    if (!isNotLoaded) return;
    let isStopped = false;
    const probe = async () => {
      // The person may have gone to another page during the request.
      if (!(await isReachable()) || isStopped) return;
      const reloadedAt = Number(tryStorage(() => sessionStorage.getItem(RELOADED_AT)) ?? 0);
      if (Date.now() - reloadedAt < RELOAD_AT_MOST_EVERY_MS) return;
      clearInterval(timer);
      tryStorage(() => sessionStorage.setItem(RELOADED_AT, String(Date.now())));
      location.reload();
    };
    const timer = setInterval(() => void probe(), PROBE_EVERY_MS);
    void probe();
    return () => {
      isStopped = true;
      clearInterval(timer);
    };
  }, [isNotLoaded]);
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
