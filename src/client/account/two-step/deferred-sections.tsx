import { lazy, Suspense } from 'react';
import { SECOND_FACTOR_TEXTS } from '../../language/deferred-texts.ts';
import { withTexts } from '../../language/texts.ts';
import { loadReliably } from '../../load-page.ts';

/** Their code and words come after the page that they are on. */
const TwoStepSection = lazy(() =>
  loadReliably(
    withTexts(
      async () => ({ default: (await import('./two-step-section.tsx')).TwoStepSection }),
      SECOND_FACTOR_TEXTS,
    ),
  ),
);
const TrustedBrowsers = lazy(() =>
  loadReliably(
    withTexts(
      async () => ({ default: (await import('./trusted-browsers.tsx')).TrustedBrowsers }),
      SECOND_FACTOR_TEXTS,
    ),
  ),
);

export function DeferredTwoStepSection() {
  return (
    <Suspense>
      <TwoStepSection />
    </Suspense>
  );
}

export function DeferredTrustedBrowsers() {
  return (
    <Suspense>
      <TrustedBrowsers />
    </Suspense>
  );
}
