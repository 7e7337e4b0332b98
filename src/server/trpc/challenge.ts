import type { Failure } from './failure.ts';

/** The `WWW-Authenticate` header for the failures of one request (RFC 6750, section 3), or `null`. A 401 must have one. */
export function challengeFor(failures: readonly Failure[]): string | null {
  const has = (...codes: Failure['code'][]) => failures.some(({ code }) => codes.includes(code));
  const challenge = (...parts: string[]) => ['Bearer realm="Foyer"', ...parts].join(', ');
  if (has('ACCESS_TOKEN_INVALID', 'SERVICE_KEY_INVALID')) return challenge('error="invalid_token"');
  const scopes = [...new Set(failures.flatMap(({ scope }) => scope ?? []))];
  if (scopes.length > 0) return challenge('error="insufficient_scope"', `scope="${scopes.join(' ')}"`);
  if (has('ACCESS_TOKEN_REFUSED', 'SERVICE_KEY_REFUSED')) return challenge('error="insufficient_scope"');
  return failures.some(({ status }) => status === 401) ? challenge() : null;
}
