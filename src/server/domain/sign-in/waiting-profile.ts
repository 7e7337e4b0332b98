import type { ObjectId } from 'mongodb';
import type { WaitingProfile } from '../../database/second-factor-documents.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import { recordAccountUse } from '../users/accounts.ts';

/** Called after the sign-in, so that nothing is stored before the second factor. It never fails. */
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
