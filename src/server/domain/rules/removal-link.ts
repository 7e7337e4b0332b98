import type { ObjectId } from 'mongodb';
import type { SecondFactorRemoval } from '../../database/second-factor-documents.ts';
import type { Secrets } from '../../crypto/secrets.ts';
import { eventLinkToken, storedEventLinkToken } from './event-link.ts';

export function removalStopToken(authSecret: string, securityEventId: ObjectId): string {
  return eventLinkToken('second factor removal', authSecret, securityEventId);
}

export function removalStopPath(
  secrets: Secrets,
  securityEventId: ObjectId,
  removal: Pick<SecondFactorRemoval, 'stopTokenHash'> | undefined,
): string {
  const token = storedEventLinkToken(
    'second factor removal',
    secrets,
    securityEventId,
    (hash) => hash === removal?.stopTokenHash,
  );
  return `/stop-second-factor-removal?${new URLSearchParams({ token }).toString()}`;
}
