import type { NextStep } from '../../shared/error-entry.ts';
import { ButtonLink } from './links.tsx';

const STEPS = {
  'sign-in': { label: 'Sign in', to: '/sign-in' },
  'another-account': { label: 'Try another account', to: '/sign-in' },
  'new-link': { label: 'Ask for a new link', to: '/sign-in' },
  'go-home': { label: 'Go to the start page', to: '/' },
  retry: { label: 'Try again', to: '/sign-in' },
  'correct-input': { label: 'Try again', to: '/sign-in' },
  wait: { label: 'Try again', to: '/sign-in' },
  'add-method': { label: 'See your sign-in methods', to: '/account/sign-in-methods' },
  'verify-it-is-you': { label: 'Sign in again', to: '/sign-in' },
} as const satisfies Record<NextStep, { label: string; to: string }>;

interface NextStepButtonProps {
  readonly next: NextStep;
}

/** The one button that leads on from an error page. */
export function NextStepButton({ next }: NextStepButtonProps) {
  const { label, to } = STEPS[next];
  if (next === 'verify-it-is-you') return <SignInAgainButton />;
  return (
    <ButtonLink to={to} size="md" fullWidth>
      {label}
    </ButtonLink>
  );
}

/** The sign-in page sends signed-in people on; with this error it lets them sign in once more. */
export function SignInAgainButton({ callbackUrl }: { readonly callbackUrl?: string }) {
  return (
    <ButtonLink to="/sign-in" search={{ error: 'SESSION_NOT_FRESH', callbackUrl }} size="sm">
      Sign in again
    </ButtonLink>
  );
}
