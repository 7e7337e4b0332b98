import { ErrorReference } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { NextStepButton } from '../components/next-step.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { errorOfCode } from '../errors.ts';

export function NotFoundPage() {
  const { code, message, hint, next } = errorOfCode('NOT_FOUND');
  return (
    <FrontDoor>
      <PageHeading title="Page not found" />
      <div>
        <p>
          {message} {hint}
        </p>
        <ErrorReference code={code} />
      </div>
      <NextStepButton next={next} />
    </FrontDoor>
  );
}
