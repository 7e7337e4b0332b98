import type { AuthRequest } from '../../server/auth/auth-request.ts';
import { NO_ORIGIN } from '../../server/domain/rules/request-origin.ts';

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
