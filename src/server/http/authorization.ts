import type { IncomingMessage } from 'node:http';
import { isAccessToken, isServiceKey } from '../crypto/access-token-format.ts';

/** Beside a token or a key, cookies are ignored, so that their rights and a session's never add up. */
export type Authorization =
  /** Also another scheme than `Bearer`: Basic is for a proxy, and browsers send it with every request. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'access-token'; readonly token: string }
  | { readonly kind: 'service-key'; readonly key: string };

/** A scheme other than `Bearer` with its credentials (RFC 9110, section 11.4). */
const OTHER_SCHEME = /^(?!bearer )[\w!#$%&'*+.^`|~-]+ +\S/i;

/** Reads `Bearer <token>` (RFC 6750, 2.1) with the scheme in any case (RFC 9110, 11.1). */
export function readAuthorization(req: IncomingMessage): Authorization {
  const { authorization } = req.headers;
  if (authorization === undefined) return { kind: 'none' };
  // Node keeps the first of several such headers. Which one was meant is unknown, so all are refused.
  const isSingle = req.headersDistinct['authorization']?.length === 1;
  if (isSingle && OTHER_SCHEME.test(authorization)) return { kind: 'none' };
  const token = isSingle ? /^bearer +(\w+)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined && isAccessToken(token)) return { kind: 'access-token', token };
  if (token !== undefined && isServiceKey(token)) return { kind: 'service-key', key: token };
  return { kind: 'malformed' };
}
