import { MINUTE_MS } from '../../../shared/limits.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findKnownDevice } from '../rules/known-devices.ts';

/** A first sign-in this soon after the sign-up sends no mail. */
export const FIRST_SIGN_IN_WITHIN_MS = 10 * MINUTE_MS;

type ExpectedBrowserDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'formerKeys'>;

/** Whether the owner needs no mail: the account knows this browser, or it is the first sign-in. */
export async function isExpectedBrowser(
  deps: ExpectedBrowserDependencies,
  user: UserDocument,
  deviceCookie: string | undefined,
): Promise<boolean> {
  return findKnownDevice(deps, deviceCookie, user) !== null || (await isFirstSignIn(deps, user));
}

/** A new account, or a newly verified address, needs no mail about a new device. */
async function isFirstSignIn(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { _id, createdAt, emailVerified }: UserDocument,
): Promise<boolean> {
  const since = emailVerified && emailVerified > createdAt ? emailVerified : createdAt;
  if (deps.now().getTime() - since.getTime() > FIRST_SIGN_IN_WITHIN_MS) return false;
  const earlier = await deps.collections.activity.findOne({
    userId: _id,
    kind: 'sign-in',
    at: { $gte: since },
  });
  return earlier === null;
}
