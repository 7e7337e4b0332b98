import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import type { EmailUndo } from '../../database/collections.ts';
import { deriveKey, hashToken, secretsOf, type Secrets } from '../../crypto/secrets.ts';

/**
 * The token of the link that undoes a change of address: what a change's security event, the server's secret and nothing else make. So the
 * mail can be written long after the write that decided, by whichever process comes to it, and the token is stored nowhere but as
 * its hash. 256 bits, base64url.
 */
export function emailUndoToken(authSecret: string, securityEventId: ObjectId): string {
  return createHmac('sha256', deriveKey(authSecret, 'e-mail undo'))
    .update(securityEventId.toHexString())
    .digest('base64url');
}

/**
 * The page that asks before it undoes. The secret may have been changed since the change of address: the link is made with the secret whose
 * token is stored.
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
