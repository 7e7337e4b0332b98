import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Log } from './log-lines.ts';

/** The authentication events and what each one says. Each one is one line of the log. */
export const AUTH_EVENTS = {
  'auth.mail-requested': 'Somebody asked for a mail that signs in.',
  'auth.sign-in': 'A session began.',
  'auth.sign-out': 'A session was signed out.',
  'auth.session-revoked': 'A person ended one of their sessions.',
  'auth.sessions-revoked': 'A person ended their other sessions.',
  'auth.failed': 'A sign-in or another proof failed; `code` says why. This line is a warning.',
  'auth.linked': 'A sign-in method was connected.',
  'auth.link-denied': 'A sign-in method was not connected, because it may be of somebody else.',
  'auth.unlinked': 'A sign-in method was disconnected.',
  'auth.reauthenticated': 'A person verified who they are.',
  'auth.sign-up-requested': 'Somebody asked for an account with a password.',
  'auth.password-set': 'An account got a password.',
  'auth.password-changed': 'A password was changed.',
  'auth.password-reset-requested': 'Somebody asked for a mail that resets a password.',
  'auth.password-reset': 'A password was reset.',
  'auth.password-removed': 'A password was removed.',
  'auth.email-change-requested': 'A person asked to change their email address.',
  'auth.email-change-cancelled': 'That change was cancelled.',
  'auth.email-changed': 'An email address was changed.',
  'auth.email-change-undone': 'A former email address was restored.',
  'auth.phone-code-requested': 'Somebody asked for a code by text message.',
  'auth.phone-verified': 'A phone number was verified.',
  'auth.phone-removed': 'A phone number was removed.',
  'auth.access-token-created': 'An access token was made.',
  'auth.access-token-revoked': 'An access token was revoked.',
  'auth.client-sign-in': 'An app of an OAuth client got tokens.',
  'auth.client-token-revoked': 'An app gave its tokens back.',
  'auth.device-approved': 'A person allowed a device.',
  'auth.device-denied': 'A person refused a device.',
  'auth.second-factor-removal-stopped': 'The removal of a lost second factor was stopped.',
  'auth.second-factor-removed': 'Second factors were removed.',
  'auth.security-review-finished': 'A person finished the security review.',
  'auth.impersonation-started': 'An administrator began to act as a person.',
  'auth.impersonation-ended': 'An administrator stopped to act as a person.',
  'auth.data-exported': 'A person exported their data.',
  'auth.account-deleted': 'A person deleted their account.',
} as const satisfies Record<string, string>;

export type AuthEvent = keyof typeof AUTH_EVENTS;

export interface AuthEventDetails {
  readonly requestId: string;
  /** `email-link`, `email-code`, `phone-code`, `password`, or a provider's id. */
  readonly method?: string | null;
  readonly userId?: string;
  /** The id of an OAuth client. */
  readonly client?: string;
  /** Who acts as this user. */
  readonly administratorId?: string;
  readonly ip?: string | null;
  readonly code?: ErrorCode;
  /** The action or procedure that failed. */
  readonly at?: string;
  readonly err?: unknown;
}

/** Writes the log line (ASVS 16.3.1). It contains only ids: no address, number, token, code or cookie. */
export function logAuthEvent(log: Log, event: AuthEvent, details: AuthEventDetails): void {
  const line = { event, ...details };
  if (event === 'auth.failed') log.warn(line, 'authentication');
  else log.info(line, 'authentication');
}
