import type { ObjectId } from 'mongodb';
import type { EmailUndo } from '../../database/user-documents.ts';
import type { Secrets } from '../../crypto/secrets.ts';
import { eventLinkToken, storedEventLinkToken } from './event-link.ts';

export function emailUndoToken(authSecret: string, securityEventId: ObjectId): string {
  return eventLinkToken('email undo', authSecret, securityEventId);
}

export function emailUndoPath(
  secrets: Secrets,
  securityEventId: ObjectId,
  undos: readonly Pick<EmailUndo, 'tokenHash'>[],
): string {
  const stored = new Set(undos.map(({ tokenHash }) => tokenHash));
  const token = storedEventLinkToken('email undo', secrets, securityEventId, (hash) => stored.has(hash));
  return `/undo-email?${new URLSearchParams({ token }).toString()}`;
}
