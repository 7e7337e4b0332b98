import { errorOfCode } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { ErrorText } from '../ui/error-text.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { NextStepButton } from '../ui/next-step.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** The account application shows it too. */
export function NotFoundPage() {
  const texts = useTexts().failures;
  return (
    <CardLayout>
      <Illustration of="not-found" />
      <PageHeading title={texts.notFoundTitle} />
      <ErrorText error={errorOfCode('NOT_FOUND')} />
      <NextStepButton next="go-home" />
    </CardLayout>
  );
}
