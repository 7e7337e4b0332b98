import type { ObjectId } from 'mongodb';
import type { EmailUndo } from '../../database/user-documents.ts';
import type { Secrets } from '../../crypto/secrets.ts';
import { eventLinkToken, storedEventLinkToken } from './event-link.ts';

/** The token of the link that undoes a change of address. */
export function emailUndoToken(authSecret: string, securityEventId: ObjectId): string {
  return eventLinkToken('email undo', authSecret, securityEventId);
}

/** The path of the page that undoes a change of address. */
export function emailUndoPath(
  secrets: Secrets,
  securityEventId: ObjectId,
  undos: readonly Pick<EmailUndo, 'tokenHash'>[],
): string {
  const stored = new Set(undos.map(({ tokenHash }) => tokenHash));
  const token = storedEventLinkToken('email undo', secrets, securityEventId, (hash) => stored.has(hash));
  return `/undo-email?${new URLSearchParams({ token }).toString()}`;
}
