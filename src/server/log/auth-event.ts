import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { AUTH_EVENTS, Log } from './log-lines.ts';

export type AuthEvent = keyof typeof AUTH_EVENTS;

export interface AuthEventDetails {
  readonly requestId: string;
  /** `email-link`, `email-code`, `phone-code`, `password`, or a provider's id. */
  readonly method?: string | null;
  readonly userId?: string;
  readonly client?: string;
  /** The administrator who acts as this user. */
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
