import { at } from '../base-path.ts';
import { ACCOUNT_PATH, RESUME_LINK, withParameters } from '../../shared/callback-url.ts';
import type { LinkConsent, PendingLink } from '../../shared/schemas/accounts.ts';

/** Consents to exactly the account that the page shows. */
export function consentTo({ id, provider, providerAccountId }: PendingLink): LinkConsent {
  return { id, provider, providerAccountId };
}

/** `RESUME_LINK` itself becomes the account page. */
export function onwardPath(callbackUrl: string): string {
  return callbackUrl === at(RESUME_LINK) ? at(ACCOUNT_PATH) : callbackUrl;
}

/** If the account is then not connected, `RESUME_LINK` asks again. */
export function pathAfterConnecting(
  connected: 'linked' | 'already-linked' | 'not-connected' | undefined,
  { callbackUrl, provider }: PendingLink,
): string {
  if (connected !== 'linked' && connected !== 'already-linked') return at(RESUME_LINK);
  return withOutcome(onwardPath(callbackUrl), connected, provider);
}

export function withOutcome(path: string, outcome: string, provider: string): string {
  return withParameters(path, { outcome, provider });
}
