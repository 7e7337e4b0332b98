import { ObjectId } from 'mongodb';
import { AppError } from '../app-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from '../domain/accounts.ts';
import type { ReadSession } from '../domain/sessions.ts';
import type { ProviderAccount } from '../domain/users.ts';
import type { FlowIntent } from './intent.ts';

/**
 * What a provider's answer does, once Auth.js has verified it.
 *
 * | intent of this flow | session it was asked from | the account                    | what happens                          |
 * | ------------------- | ------------------------- | ------------------------------ | ------------------------------------- |
 * | none                | any or none               | owned by a user                | signs in as that user                 |
 * | none                | any or none               | new, proven address is known   | `OAuthAccountNotLinked`               |
 * | none                | any or none               | new                            | new user, signed in                   |
 * | link                | alive                     | new                            | linked                                |
 * | link                | alive                     | this user's already            | says so                               |
 * | link                | alive                     | another user's                 | `ACCOUNT_BELONGS_TO_OTHER`            |
 * | link                | gone, or another's        | any                            | `SessionRequired`, nothing is linked  |
 *
 * The first three are Auth.js's own flow over our adapter; this function is the others. It answers the path to go to.
 */
export async function finishLink(
  deps: Dependencies,
  input: { intent: FlowIntent; session: ReadSession | null; account: ProviderAccount; remote: RemoteProfile },
): Promise<string> {
  const { intent, session, account } = input;
  if (
    !session ||
    session.session._id.toHexString() !== intent.sessionId ||
    session.user._id.toHexString() !== intent.userId
  ) {
    throw new AppError('SessionRequired');
  }
  const userId = new ObjectId(intent.userId);
  const outcome = await linkAccount(deps, userId, account);
  await recordAccountUse(deps, userId, account, input.remote);
  const to = new URL(intent.callbackPath, deps.settings.origin);
  to.searchParams.set('outcome', outcome);
  to.searchParams.set('provider', account.provider);
  return to.pathname + to.search + to.hash;
}
