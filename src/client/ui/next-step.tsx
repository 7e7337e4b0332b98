import { NEXT_STEPS, type NextStep } from '../../shared/errors/entry.ts';
import { ButtonLink } from './links.tsx';
import { useTexts } from '../language/texts.ts';

interface NextStepButtonProps {
  readonly next: NextStep;
}

/** The main button of an error page. */
export function NextStepButton({ next }: NextStepButtonProps) {
  const { nextSteps } = useTexts();
  if (next === 'verify-it-is-you') return <SignInAgainButton />;
  return (
    <ButtonLink to={NEXT_STEPS[next].path} size="md" fullWidth>
      {nextSteps[next]}
    </ButtonLink>
  );
}

/** The sign-in page redirects signed-in people. With this error they can sign in again. */
export function SignInAgainButton({ callbackUrl }: { readonly callbackUrl?: string }) {
  const { nextSteps } = useTexts();
  return (
    <ButtonLink to="/sign-in" search={{ error: 'SESSION_NOT_FRESH', callbackUrl }} size="sm">
      {nextSteps['verify-it-is-you']}
    </ButtonLink>
  );
}
