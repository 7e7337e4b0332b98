import type { ObjectId } from 'mongodb';
import type { WaitingProfile } from '../../database/second-factor-documents.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import { recordAccountUse } from '../users/accounts.ts';

/**
 * Stores what a provider said in a sign-in: its tokens, the person's name and picture there. Call it when the person is signed in, so that
 * nothing is stored before the second factor. It never fails, because the sign-in is done.
 */
export async function storeWaitingProfile(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  remote: WaitingProfile | null | undefined,
): Promise<void> {
  if (!remote) return;
  const { label, image, tokens, ...account } = remote;
  await recordAccountUse(deps, userId, account, { label, image, tokens }).catch((error: unknown) =>
    deps.log.warn({ err: error, provider: account.provider }, 'account use not recorded'),
  );
}
