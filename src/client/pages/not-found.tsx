import { ErrorText } from '../ui/error-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { NextStepButton } from '../ui/next-step.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { errorOfCode } from '../errors.ts';
import { useTexts } from '../language/texts.ts';

export function NotFoundPage() {
  const texts = useTexts().failures;
  const error = errorOfCode('NOT_FOUND');
  return (
    <CardLayout>
      <PageHeading title={texts.notFoundTitle} />
      <ErrorText error={error} />
      <NextStepButton next={error.next} />
    </CardLayout>
  );
}
