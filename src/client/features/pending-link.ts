import { at } from '../base-path.ts';
import { ACCOUNT_PATH, RESUME_LINK, withParameters } from '../../shared/callback-url.ts';
import type { LinkConsent, PendingLink } from '../../shared/schemas/accounts.ts';

/** The consent to connect exactly the account that the page shows. */
export function consentTo({ id, provider, providerAccountId }: PendingLink): LinkConsent {
  return { id, provider, providerAccountId };
}

/** The path after the connection. If the path is `RESUME_LINK` itself, it is the account page. */
export function onwardPath(callbackUrl: string): string {
  return callbackUrl === at(RESUME_LINK) ? at(ACCOUNT_PATH) : callbackUrl;
}

/** The path after a sign-in that should also connect an account. If it is not connected, `RESUME_LINK` asks again. */
export function pathAfterConnecting(
  connected: 'linked' | 'already-linked' | 'not-connected' | undefined,
  { callbackUrl, provider }: PendingLink,
): string {
  if (connected !== 'linked' && connected !== 'already-linked') return at(RESUME_LINK);
  return withOutcome(onwardPath(callbackUrl), connected, provider);
}

/** Adds the outcome to a path, so that the next page can show it. */
export function withOutcome(path: string, outcome: string, provider: string): string {
  return withParameters(path, { outcome, provider });
}
