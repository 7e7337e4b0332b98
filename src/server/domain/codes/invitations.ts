import { INVITATION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { hashVerificationToken } from '../../crypto/secrets.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { invitationToken } from '../rules/invitation-link.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';
import { storeRequest } from './verification-tokens.ts';

/** Stores a longer sign-in link before its mail is written. A use ends all links of the address. */
export async function storeInvitation(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  email: string,
  { _id, at }: Pick<SecurityEvent, '_id' | 'at'>,
): Promise<void> {
  const { authSecret } = deps.settings;
  await storeRequest(deps, {
    identifier: identifierOf('sign-in', email),
    tokenHash: hashVerificationToken(invitationToken(authSecret, _id), authSecret),
    codeHash: null,
    requesterSecret: null,
    byUnknownCaller: false,
    expires: new Date(at.getTime() + INVITATION_MAX_AGE_MS),
  });
}
