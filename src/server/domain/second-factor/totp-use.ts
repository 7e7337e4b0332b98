import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { activeUser } from '../rules/active-user.ts';
import { findTotpStep, totpStepAt } from './totp-codes.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secrets.ts';

/**
 * If the same code is used twice at once, one use takes the step (RFC 6238, section 5.2). The same write
 * stores the drift of the app's clock, and seals the secret with the present `AUTH_SECRET`. Answers whether
 * the code was right and unused.
 */
export async function consumeTotpCode(
  deps: Dependencies,
  user: UserDocument,
  code: string,
): Promise<boolean> {
  const now = deps.now();
  for (const app of user.totp ?? []) {
    const secret = openTotpSecret(deps, user._id, app);
    if (secret === null) {
      const ids = { userId: user._id.toHexString(), authenticatorAppId: app.id.toHexString() };
      deps.log.error(ids, 'the secret of an authenticator app cannot be opened: was AUTH_SECRET changed?');
      continue;
    }
    const { id, drift, lastStep } = app;
    const step = await findTotpStep({ secret, drift, lastStep }, code, now);
    if (step === null) continue;
    const { matchedCount } = await deps.collections.users.updateOne(
      { ...activeUser(user._id), totp: { $elemMatch: { id, lastStep: { $lt: step } } } },
      {
        $set: {
          'totp.$.lastStep': step,
          'totp.$.drift': step - totpStepAt(now),
          'totp.$.lastUsedAt': now,
          ...(deps.vault.isCurrent(app.secret)
            ? {}
            : { 'totp.$.secret': sealTotpSecret(deps, user._id, { id, secret }) }),
        },
      },
    );
    if (matchedCount === 1) return true;
  }
  return false;
}
