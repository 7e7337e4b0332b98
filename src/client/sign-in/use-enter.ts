import { at } from '../base-path.ts';
import { CHOOSE_PASSWORD, landingOf } from '../../shared/callback-url.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { usePlace } from './page-context.ts';
import { loadDeferred } from './passkeys/passkey-way.tsx';
import { useServices } from './services.ts';

type SignInAnswer =
  | {
      readonly status: 'signed-in';
      /** `null` for somebody who must set up a second factor first. */
      readonly session: Session | null;
      readonly callbackUrl?: string | undefined;
      /** Set after a sign-in by the mail of a sign-up: whether its password is stored. */
      readonly signUp?: 'password-set' | 'password-left-out' | undefined;
      readonly offerPasskey?: true | undefined;
    }
  | { readonly status: 'second-factor'; readonly callbackUrl: string };

/** Opens the wanted page, or the one that comes before it. */
export function useEnter(): (answer: SignInAnswer) => Promise<void> {
  const services = useServices();
  const { page, open } = usePlace();
  return async (answer) => {
    if (answer.status === 'second-factor') return open(answer.callbackUrl);
    const {
      session,
      callbackUrl = landingOf({ ...page.brand, basePath: at('') }),
      signUp,
      offerPasskey,
    } = answer;
    if (!session) return services().openUrl(callbackUrl);
    const next = signUp === 'password-left-out' ? at(CHOOSE_PASSWORD) : callbackUrl;
    const offer = () =>
      loadDeferred()
        .then((deferred) => deferred.nextAfterSignIn(next, session, services()))
        // The sign-in is complete without it.
        .catch(() => next);
    return services().enter(offerPasskey ? await offer() : next, session);
  };
}
