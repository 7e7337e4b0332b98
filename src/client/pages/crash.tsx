import { Button } from '@mantine/core';
import { ErrorReference } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { ButtonLink } from '../components/links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { errorOfCode } from '../errors.ts';

/** What is left when a page itself failed: our fault, said plainly, with two ways on. */
export function CrashPage() {
  const { code, title, message } = errorOfCode('INTERNAL');
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
