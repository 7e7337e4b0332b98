import type { ObjectId } from 'mongodb';
import type { Secrets } from '../../crypto/secrets.ts';
import { eventLinkToken } from './event-link.ts';

/** The token of the link that proves the address of an invited person and signs them in. */
export function invitationToken(authSecret: string, securityEventId: ObjectId): string {
  return eventLinkToken('invitation', authSecret, securityEventId);
}

/** The path of the page that accepts an invitation. It is that of every mailed sign-in link. */
export function invitationPath(
  { authSecret }: Pick<Secrets, 'authSecret'>,
  securityEventId: ObjectId,
  email: string,
): string {
  const token = invitationToken(authSecret, securityEventId);
  return `/confirm?${new URLSearchParams({ email, token }).toString()}`;
}
