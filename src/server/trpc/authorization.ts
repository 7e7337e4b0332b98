import type { IncomingMessage } from 'node:http';
import { isAccessToken, isServiceKey } from '../crypto/access-token-format.ts';
import type { Failure } from './failure.ts';

/**
 * The content of the `Authorization` header. A request with this header is authenticated by it alone: its cookies are ignored, so that the
 * rights of a token and of a session never add up.
 */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'access-token'; readonly token: string }
  /** Of an application. */
  | { readonly kind: 'service-key'; readonly key: string };

/** Reads `Bearer <token>` (RFC 6750, section 2.1) with the scheme in any case (RFC 9110, section 11.1). It does not use the database. */
export function readAuthorization(req: IncomingMessage): Authorization {
  const { authorization } = req.headers;
  if (authorization === undefined) return { kind: 'none' };
  // Of several such headers, Node keeps the first in `headers`. We cannot know which one was meant, so we refuse them.
  const isSingle = req.headersDistinct['authorization']?.length === 1;
  const token = isSingle ? /^bearer +(\w+)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined && isAccessToken(token)) return { kind: 'access-token', token };
  if (token !== undefined && isServiceKey(token)) return { kind: 'service-key', key: token };
  return { kind: 'malformed' };
}

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
