import { can } from '../access.ts';
import type { Permission } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import { toErrorResponse } from './error-answer.ts';
import type { RequestSession } from './get-session.ts';

/** `null` with a session, otherwise 401 `{ error: { message, data: { appCode: 'SessionRequired' } } }`. */
export function checkSession(session: RequestSession | null): Response | null {
  return session === null ? toErrorResponse(new FoyerError('SessionRequired')) : null;
}

/** `null`, or the answer to send: 403 `PERMISSION_MISSING`, or 401 `SessionRequired` without a session. */
export function checkPermission(session: RequestSession | null, permission: Permission): Response | null {
  return (
    checkSession(session) ??
    (can(session, permission) ? null : toErrorResponse(new FoyerError('PERMISSION_MISSING')))
  );
}
