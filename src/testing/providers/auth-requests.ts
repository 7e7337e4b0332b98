import { NO_ORIGIN } from '../users/sessions.ts';
import type { AuthRequest } from '../../server/auth/auth-request.ts';

export function anAuthRequest(changes: Partial<AuthRequest> = {}): AuthRequest {
  return {
    method: 'GET',
    action: 'session',
    providerId: null,
    query: new URLSearchParams(),
    body: {},
    cookies: {},
    requestOrigin: NO_ORIGIN,
    requestId: 'a test',
    returnRedirect: false,
    skipCsrf: false,
    ...changes,
  };
}
