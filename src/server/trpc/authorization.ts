import type { IncomingMessage } from 'node:http';
import { isAccessToken } from '../crypto/access-token-format.ts';
import type { Failure } from './failure.ts';

/**
 * What the `Authorization` header brings. Where there is one it alone says who asks: cookies are not looked at, so that neither can lend the
 * other what it lacks.
 */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'access-token'; readonly token: string };

/** Reads `Bearer <token>` (RFC 6750, section 2.1; the scheme's case does not count, RFC 9110 section 11.1). Asks no database. */
export function readAuthorization(req: IncomingMessage): Authorization {
  const { authorization } = req.headers;
  if (authorization === undefined) return { kind: 'none' };
  // Of several headers Node keeps the first there and tells nobody; which was meant nobody can know.
  const isOne = req.headersDistinct['authorization']?.length === 1;
  const token = isOne ? /^bearer +(\w+)$/i.exec(authorization)?.[1] : undefined;
  return token !== undefined && isAccessToken(token)
    ? { kind: 'access-token', token }
    : { kind: 'malformed' };
}

/** `WWW-Authenticate` for these failures of one request (RFC 6750, section 3; a 401 must have it), or `null`. */
export function challengeFor(failures: readonly Failure[]): string | null {
  const has = (...codes: Failure['code'][]) => failures.some(({ code }) => codes.includes(code));
  const challenge = (...parts: string[]) => ['Bearer realm="Foyer"', ...parts].join(', ');
  if (has('ACCESS_TOKEN_INVALID')) return challenge('error="invalid_token"');
  const scopes = [...new Set(failures.flatMap(({ scope }) => scope ?? []))];
  if (scopes.length > 0) return challenge('error="insufficient_scope"', `scope="${scopes.join(' ')}"`);
  if (has('ACCESS_TOKEN_REFUSED')) return challenge('error="insufficient_scope"');
  return failures.some(({ status }) => status === 401) ? challenge() : null;
}
