import { at } from '../base-path.ts';
import { NEXT_STEPS, type NextStep } from '../../shared/errors/entry.ts';
import { useTexts } from '../language/texts.ts';
import { ButtonAnchor } from './button.tsx';

interface NextStepButtonProps {
  readonly next: NextStep;
}

/** Loads the next page from the server. */
export function NextStepButton({ next }: NextStepButtonProps) {
  const { nextSteps } = useTexts();
  const { path } = NEXT_STEPS[next];
  // The sign-in page redirects signed-in people. With this error they can sign in again.
  const href = next === 'verify-it-is-you' ? `${path}?error=SESSION_NOT_FRESH` : path;
  return (
    <ButtonAnchor href={at(href)} size="md" fullWidth>
      {nextSteps[next]}
    </ButtonAnchor>
  );
}
