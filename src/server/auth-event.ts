import type { Logger } from 'pino';
import type { ErrorCode } from '../shared/errors/catalogue.ts';

/** The authentication events. Each one is one line of the log. */
export type AuthEvent =
  | 'auth.mail-requested'
  | 'auth.sign-in'
  | 'auth.sign-out'
  | 'auth.session-revoked'
  | 'auth.sessions-revoked'
  | 'auth.failed'
  | 'auth.linked'
  | 'auth.link-denied'
  | 'auth.unlinked'
  | 'auth.reauthenticated'
  | 'auth.sign-up-requested'
  | 'auth.password-set'
  | 'auth.password-changed'
  | 'auth.password-reset-requested'
  | 'auth.password-reset'
  | 'auth.password-removed'
  | 'auth.email-change-requested'
  | 'auth.email-change-cancelled'
  | 'auth.email-changed'
  | 'auth.email-change-undone'
  | 'auth.phone-code-requested'
  | 'auth.phone-verified'
  | 'auth.phone-removed'
  | 'auth.access-token-created'
  | 'auth.access-token-revoked'
  | 'auth.client-sign-in'
  | 'auth.client-token-revoked'
  | 'auth.device-approved'
  | 'auth.device-denied'
  | 'auth.second-factor-removal-stopped'
  | 'auth.second-factor-removed'
  | 'auth.security-review-finished'
  | 'auth.impersonation-started'
  | 'auth.impersonation-ended'
  | 'auth.data-exported'
  | 'auth.account-deleted';

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
export function logAuthEvent(log: Logger, event: AuthEvent, details: AuthEventDetails): void {
  const level = event === 'auth.failed' ? 'warn' : 'info';
  log[level]({ event, ...details }, 'authentication');
}
