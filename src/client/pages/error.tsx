import { getRouteApi } from '@tanstack/react-router';
import { isErrorCode } from '../../shared/errors/catalogue.ts';
import { ErrorText } from '../ui/error-text.tsx';
import { FrontDoor } from '../features/front-door.tsx';
import { NextStepButton } from '../ui/next-step.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { errorOfCode, withoutRetryPromise } from '../errors.ts';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/error');

export function ErrorPage() {
  const { error, requestId } = route.useSearch();
  const texts = useTexts().failures;
  const words = useErrorWords();
  // A code that the catalogue does not know is anybody's text, so it is not repeated on our page.
  if (!isErrorCode(error)) {
    return (
      <FrontDoor>
        <PageHeading title={texts.unknownTitle} />
        <p>{texts.unknown}</p>
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
      <PageHeading title={words(failure).title} />
      <ErrorText error={failure} />
      <NextStepButton next={failure.next} />
    </FrontDoor>
  );
}
