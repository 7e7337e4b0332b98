import type { IncomingMessage } from 'node:http';
import { isAccessToken, isServiceKey } from '../crypto/access-token-format.ts';

/**
 * What the `Authorization` header has for Foyer. A request with a token or a key is authenticated by it alone: its cookies are ignored, so that
 * the rights of a token and of a session never add up.
 */
export type Authorization =
  /** Also for a scheme other than `Bearer`: it is for a proxy in front (Basic authentication), and browsers send it with every request. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'access-token'; readonly token: string }
  /** Of an application. */
  | { readonly kind: 'service-key'; readonly key: string };

/** A scheme other than `Bearer` with its credentials (RFC 9110, section 11.4). */
const OTHER_SCHEME = /^(?!bearer )[\w!#$%&'*+.^`|~-]+ +\S/i;

/** Reads `Bearer <token>` (RFC 6750, section 2.1) with the scheme in any case (RFC 9110, section 11.1). It does not use the database. */
export function readAuthorization(req: IncomingMessage): Authorization {
  const { authorization } = req.headers;
  if (authorization === undefined) return { kind: 'none' };
  // Of several such headers, Node keeps the first in `headers`. We cannot know which one was meant, so we refuse them.
  const isSingle = req.headersDistinct['authorization']?.length === 1;
  if (isSingle && OTHER_SCHEME.test(authorization)) return { kind: 'none' };
  const token = isSingle ? /^bearer +(\w+)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined && isAccessToken(token)) return { kind: 'access-token', token };
  if (token !== undefined && isServiceKey(token)) return { kind: 'service-key', key: token };
  return { kind: 'malformed' };
}
