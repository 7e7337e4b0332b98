import { can } from '../access.ts';
import type { Permission } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import type { RequestSession } from './get-session.ts';
import { toErrorResponse } from './level.ts';

/**
 * For frameworks with Fetch requests: `null` when the user may do this, otherwise the answer to send instead. That is 403
 * with `{ error: { message, data: { appCode: 'PERMISSION_MISSING' } } }`, or 401 `SessionRequired` without a session.
 */
export function checkPermission(session: RequestSession | null, permission: Permission): Response | null {
  if (session === null) return toErrorResponse(new FoyerError('SessionRequired'));
  return can(session, permission) ? null : toErrorResponse(new FoyerError('PERMISSION_MISSING'));
}
