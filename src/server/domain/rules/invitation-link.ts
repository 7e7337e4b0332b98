import type { ObjectId } from 'mongodb';
import type { Secrets } from '../../crypto/secrets.ts';
import { eventLinkToken } from './event-link.ts';

export function invitationToken(authSecret: string, securityEventId: ObjectId): string {
  return eventLinkToken('invitation', authSecret, securityEventId);
}

/** The path of every mailed sign-in link. */
export function invitationPath(
  { authSecret }: Pick<Secrets, 'authSecret'>,
  securityEventId: ObjectId,
  email: string,
): string {
  const token = invitationToken(authSecret, securityEventId);
  return `/confirm?${new URLSearchParams({ email, token }).toString()}`;
}
