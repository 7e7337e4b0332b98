import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorReference } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { ButtonLink } from '../components/links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useReport } from '../components/report.ts';
import { messageOf } from '../error-reports.ts';
import { errorOfCode } from '../errors.ts';

/** Pages behind the door: what fails there is no sign-in error. */
const INSIDE = /^\/(account|dev)(\/|$)/;

/** What is left when a page itself failed: our fault, said plainly, with two ways on. */
export function CrashPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { code, title, message } = errorOfCode('INTERNAL');
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
        <p>{message} Load the page again; if it stays, quote the code.</p>
        <ErrorReference code={code} />
      </div>
      <Button size="md" fullWidth onClick={() => location.reload()}>
        Load the page again
      </Button>
      <ButtonLink to="/" variant="subtle" fullWidth>
        Go to the start page
      </ButtonLink>
    </FrontDoor>
  );
}
