import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import type { EmailUndo } from '../../database/user-documents.ts';
import { deriveKey, hashToken, secretsOf, type Secrets } from '../../crypto/secrets.ts';

/**
 * The token of the link that undoes a change of address. It is derived from the security event's id and the server's secret. So any process
 * can write the mail later, and only the token's hash is stored. 256 bits, base64url.
 */
export function emailUndoToken(authSecret: string, securityEventId: ObjectId): string {
  return createHmac('sha256', deriveKey(authSecret, 'email undo'))
    .update(securityEventId.toHexString())
    .digest('base64url');
}

/**
 * The path of the page that undoes a change of address. `AUTH_SECRET` may have changed since then: the path uses the secret whose token is
 * stored.
 */
export function emailUndoPath(
  secrets: Secrets,
  securityEventId: ObjectId,
  undos: readonly Pick<EmailUndo, 'tokenHash'>[],
): string {
  const stored = new Set(undos.map(({ tokenHash }) => tokenHash));
  const tokens = secretsOf(secrets).map((secret) => emailUndoToken(secret, securityEventId));
  const token =
    tokens.find((each) => stored.has(hashToken(each))) ?? emailUndoToken(secrets.authSecret, securityEventId);
  return `/undo-email?${new URLSearchParams({ token }).toString()}`;
}
