import type { AuthRequest } from '../../server/auth/auth-request.ts';

/** A request to Auth.js, for tests of its parts. */
export function anAuthRequest(changes: Partial<AuthRequest> = {}): AuthRequest {
  return {
    method: 'GET',
    action: 'session',
    providerId: null,
    query: new URLSearchParams(),
    body: {},
    cookies: {},
    requestOrigin: { ip: null, userAgent: null, locale: 'en', proofOfWork: null },
    requestId: 'a test',
    returnRedirect: false,
    skipCsrf: false,
    ...changes,
  };
}
