import { INVITATION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { hashVerificationToken } from '../../crypto/secrets.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eventLinkToken } from '../rules/event-link.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';
import { storeRequest } from './verification-tokens.ts';

/** Stores the sign-in links of invitations before their mails are queued; they live longer. A use ends all links of the address. */
export async function storeInvitations(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  { emailVerified }: Pick<UserDocument, 'emailVerified'>,
  securityEvents: readonly SecurityEvent[],
): Promise<void> {
  if (emailVerified !== null) return;
  const { authSecret } = deps.settings;
  for (const { _id, kind, mailTo, at } of securityEvents) {
    if (kind !== 'account-created') continue;
    for (const email of mailTo)
      await storeRequest(deps, {
        identifier: identifierOf('sign-in', email),
        tokenHash: hashVerificationToken(eventLinkToken('invitation', authSecret, _id), authSecret),
        codeHash: null,
        requesterSecret: null,
        byUnknownCaller: false,
        expires: new Date(at.getTime() + INVITATION_MAX_AGE_MS),
      });
  }
}
