import { CHOOSE_PASSWORD, landingOf } from '../../shared/callback-url.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { confirmSignIn, noteSignInStarted } from '../features/session/last-used.ts';
import { usePage } from './page-context.ts';
import { useServices } from './services.ts';

interface SignedIn {
  readonly session: Session;
  readonly callbackUrl?: string | undefined;
  /** Set after a sign-in by the mail of a sign-up: whether its password is stored. */
  readonly signUp?: 'password-set' | 'password-left-out' | undefined;
}

/** Completes a sign-in: remembers the method, and opens the page that the person wanted. */
export function useEnter(): (answer: SignedIn) => Promise<void> {
  const services = useServices();
  const { brand } = usePage();
  return ({ session, callbackUrl = landingOf(brand), signUp }) => {
    if (signUp === 'password-set') noteSignInStarted('password');
    confirmSignIn();
    return services().enter(signUp === 'password-left-out' ? CHOOSE_PASSWORD : callbackUrl, session);
  };
}
