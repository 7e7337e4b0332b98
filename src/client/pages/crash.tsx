import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorReference } from '../ui/error-notice.tsx';
import { FrontDoor } from '../features/front-door.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useReport } from '../features/session/report.ts';
import { messageOf } from '../error-reports.ts';
import { useTexts } from '../language/texts.ts';

/** Pages behind the door: what fails there is no sign-in error. */
const INSIDE = /^\/(account|dev)(\/|$)/;

/** What is left when a page itself failed: our fault, said plainly, with two ways on. */
export function CrashPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { errors, failures: texts } = useTexts();
  const { title, message } = errors.INTERNAL;
  const report = useReport();
  const router = useRouter();
  useEffect(() => {
    const path = router.state.location.pathname;
    if (!INSIDE.test(path)) report({ code: 'INTERNAL', message: messageOf(error), path });
  }, [error, report, router]);
  return (
    <FrontDoor>
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
    </FrontDoor>
  );
}
