import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorReference } from '../ui/error-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useReport } from '../features/session/report.ts';
import { messageOf } from '../error-reports.ts';
import { useTexts } from '../language/texts.ts';

/** Pages after sign-in. An error there is not a sign-in error, so it is not reported. */
const SIGNED_IN_PAGES = /^\/(account|dev)(\/|$)/;

/** The page after a rendering error, with two ways to continue. */
export function CrashPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { errors, failures: texts } = useTexts();
  const { title, message } = errors.INTERNAL;
  const report = useReport();
  const router = useRouter();
  useEffect(() => {
    const path = router.state.location.pathname;
    if (!SIGNED_IN_PAGES.test(path)) report({ code: 'INTERNAL', message: messageOf(error), path });
  }, [error, report, router]);
  return (
    <CardLayout>
      <PageHeading title={title} />
      <div role="alert">
        <p>
          {message} {texts.crashHint}
        </p>
        <ErrorReference code="INTERNAL" />
      </div>
      <Button size="md" fullWidth onClick={() => location.reload()}>
        {texts.loadAgain}
      </Button>
      <ButtonLink to="/" variant="subtle" fullWidth>
        {texts.goHome}
      </ButtonLink>
    </CardLayout>
  );
}
