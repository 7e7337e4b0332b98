import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { deriveKey } from '../secrets.ts';

/**
 * The token of the link that undoes a change of address: what a change's announcement, the server's secret and nothing else make. So the
 * mail can be written long after the write that decided, by whichever process comes to it, and the token is stored nowhere but as
 * its hash. 256 bits, base64url.
 */
export function emailUndoToken(authSecret: string, announcementId: ObjectId): string {
  return createHmac('sha256', deriveKey(authSecret, 'e-mail undo'))
    .update(announcementId.toHexString())
    .digest('base64url');
}

/** The page that asks before it undoes. */
export function emailUndoPath(authSecret: string, announcementId: ObjectId): string {
  return `/undo-email?${new URLSearchParams({ token: emailUndoToken(authSecret, announcementId) }).toString()}`;
}
