import { getRouteApi } from '@tanstack/react-router';
import { isErrorCode } from '../../shared/errors.ts';
import { ErrorText } from '../components/error-text.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { NextStepButton } from '../components/next-step.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { errorOfCode, withoutRetryPromise } from '../errors.ts';

const route = getRouteApi('/error');

export function ErrorPage() {
  const { error, requestId } = route.useSearch();
  // A code that the catalogue does not know is anybody's text, so it is not repeated on our page.
  if (!isErrorCode(error)) {
    return (
      <FrontDoor>
        <PageHeading title="Error" />
        <p>
          Something went wrong, and this page was not told what. Nothing of yours was changed by coming here.
        </p>
        <NextStepButton next="go-home" />
      </FrontDoor>
    );
  }
  const failure = {
    ...withoutRetryPromise(errorOfCode(error)),
    ...(requestId !== undefined && { requestId }),
  };
  return (
    <FrontDoor>
      <PageHeading title={failure.title} />
      <ErrorText error={failure} />
      <NextStepButton next={failure.next} />
    </FrontDoor>
  );
}
