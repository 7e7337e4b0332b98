import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { requireAdmission } from '../rules/admission.ts';
import { readKnownDevices } from '../rules/known-devices.ts';
import type { Guesser } from '../passwords/password-guessing.ts';
import { noteBreach, renewHash } from '../passwords/passwords.ts';
import type { SignIn } from './complete.ts';
import { browserKey } from '../rules/counters.ts';

type PasswordProof = Pick<SignIn, 'user' | 'condition'>;

/**
 * Does the same look-up, counts, hash and error when no user has the address. Throws `CredentialsSignin`,
 * `AccessDenied` by the domain of the address, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `UNAVAILABLE`.
 */
export async function checkPassword(
  deps: Dependencies,
  input: {
    email: string;
    password: string;
    requestContext: RequestContext;
    deviceCookie: string | undefined;
  },
): Promise<PasswordProof> {
  const { email, requestContext } = input;
  requireAdmission(deps.settings, email);
  const user = await deps.collections.users.findOne({ email, emailVerified: { $ne: null } });
  const stored = user?.password ?? null;
  const right = await deps.passwordGuesses.evaluate(guesserOf(deps, user, input), () =>
    deps.passwordHashing.verify(stored?.hash ?? null, input.password),
  );
  if (!right || !user || !stored) {
    if (user) recordFailedTry(deps, { user, kind: 'sign-in-failed', method: 'password', requestContext });
    throw new AppError('CredentialsSignin');
  }
  await renewHash(deps, user, stored, input.password);
  noteBreach(deps, user, stored, input.password);
  // After a change or reset, no sign-in with the old password may succeed.
  return { user, condition: { email, passwordChangedAt: stored.changedAt } };
}

function guesserOf(
  deps: Dependencies,
  user: UserDocument | null,
  {
    email,
    requestContext,
    deviceCookie,
  }: { email: string; requestContext: RequestContext; deviceCookie: string | undefined },
): Guesser {
  const userId = user?._id.toHexString();
  const known = readKnownDevices(deps, deviceCookie).find((each) => each.userId === userId);
  return known
    ? { kind: 'known-browser', userId: known.userId, key: browserKey(known.userId, known.deviceId) }
    : { kind: 'unknown', account: email, requestContext };
}
