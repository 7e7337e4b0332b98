import { isKnownCode } from '../../shared/errors/known-code.ts';
import { errorOfCode, withoutRetryPromise } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { ErrorText } from '../ui/error-text.tsx';
import { NextStepButton } from '../ui/next-step.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useParameters } from './page-context.ts';

export function ErrorPage() {
  const { error, requestId } = useParameters();
  const texts = useTexts().failures;
  const words = useErrorWords();
  // Anybody can write a code into the URL, so an unknown one is not shown.
  if (!isKnownCode(error)) {
    return (
      <CardLayout>
        <PageHeading title={texts.unknownTitle} />
        <p>{texts.unknown}</p>
        <NextStepButton next="go-home" />
      </CardLayout>
    );
  }
  const failure = {
    ...withoutRetryPromise(errorOfCode(error)),
    ...(requestId !== undefined && { requestId }),
  };
  return (
    <CardLayout>
      <PageHeading title={words(failure).title} />
      <ErrorText error={failure} />
      <NextStepButton next={failure.next} />
    </CardLayout>
  );
}
