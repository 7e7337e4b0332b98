import { NEXT_STEPS, type NextStep } from '../../shared/error-entry.ts';
import { ButtonLink } from './links.tsx';

interface NextStepButtonProps {
  readonly next: NextStep;
}

/** The one button that leads on from an error page. */
export function NextStepButton({ next }: NextStepButtonProps) {
  if (next === 'verify-it-is-you') return <SignInAgainButton />;
  const { label, path } = NEXT_STEPS[next];
  return (
    <ButtonLink to={path} size="md" fullWidth>
      {label}
    </ButtonLink>
  );
}

/** The sign-in page sends signed-in people on; with this error it lets them sign in once more. */
export function SignInAgainButton({ callbackUrl }: { readonly callbackUrl?: string }) {
  return (
    <ButtonLink to="/sign-in" search={{ error: 'SESSION_NOT_FRESH', callbackUrl }} size="sm">
      {NEXT_STEPS['verify-it-is-you'].label}
    </ButtonLink>
  );
}
