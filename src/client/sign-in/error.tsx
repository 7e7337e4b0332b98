import { failureOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { ErrorText } from '../ui/error-text.tsx';
import { NextStepButton } from '../ui/next-step.tsx';
import { usePage, useParameters } from './page-context.ts';

export function ErrorPage() {
  const { error, requestId } = useParameters();
  const { errorStep } = usePage();
  const { failures: texts, errors } = useTexts();
  const words = useErrorWords();
  // Anybody can write a code into the URL, so an unknown one is not shown.
  if (errorStep === undefined) {
    return (
      <CardLayout title={texts.unknownTitle}>
        <p>{texts.unknown}</p>
        <NextStepButton next="go-home" />
      </CardLayout>
    );
  }
  const failure = failureOf({ error, requestId }, errors);
  return (
    <CardLayout title={words(failure).title}>
      <ErrorText error={failure} />
      <NextStepButton next={errorStep} />
    </CardLayout>
  );
}
