import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { deriveKey, hashToken, secretsOf, type Secrets } from '../../crypto/secrets.ts';

/** What the link in the mail of a security event does. The names are part of the keys, so they stay. */
type EventLink = 'email undo' | 'second factor removal' | 'invitation';

/**
 * The token of a link in the mail of a security event. It is derived from the event's id and the server's secret. So any process can write
 * the mail later, and only the token's hash is stored. 256 bits, base64url.
 */
export function eventLinkToken(link: EventLink, authSecret: string, securityEventId: ObjectId): string {
  return createHmac('sha256', deriveKey(authSecret, link))
    .update(securityEventId.toHexString())
    .digest('base64url');
}

/** The token whose hash is stored. `AUTH_SECRET` may have changed since it was made. */
export function storedEventLinkToken(
  link: EventLink,
  secrets: Secrets,
  securityEventId: ObjectId,
  isStored: (hash: string) => boolean,
): string {
  const tokens = secretsOf(secrets).map((secret) => eventLinkToken(link, secret, securityEventId));
  return tokens.find((token) => isStored(hashToken(token))) ?? tokens[0] ?? '';
}
