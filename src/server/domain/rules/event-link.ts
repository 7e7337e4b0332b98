import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { deriveKey, hashToken, secretsOf, type Secrets } from '../../crypto/secrets.ts';

/** The names are part of the keys, so they must not change. */
type EventLink = 'email undo' | 'second factor removal' | 'invitation';

/**
 * Derives the token from the id of the event and the secret, so any process can write the mail later. 256
 * bits, base64url.
 */
export function eventLinkToken(link: EventLink, authSecret: string, securityEventId: ObjectId): string {
  return createHmac('sha256', deriveKey(authSecret, link))
    .update(securityEventId.toHexString())
    .digest('base64url');
}

/** The token whose hash is one of `stored`. `AUTH_SECRET` may have changed since it was made. */
export function storedEventLinkToken(
  link: EventLink,
  secrets: Secrets,
  securityEventId: ObjectId,
  stored: readonly (string | undefined)[],
): string {
  const tokens = secretsOf(secrets).map((secret) => eventLinkToken(link, secret, securityEventId));
  return tokens.find((token) => stored.includes(hashToken(token))) ?? tokens[0] ?? '';
}
