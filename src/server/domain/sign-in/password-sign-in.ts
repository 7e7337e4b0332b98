import { AppError } from '../../app-error.ts';
import type { StoredPassword, UserDocument } from '../../database/collections.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { requireAdmission } from '../rules/admission.ts';
import { readKnownDevices } from '../rules/known-devices.ts';
import type { Guesser } from '../passwords/password-guessing.ts';
import type { SignIn } from './complete.ts';

/** Whose password it is, and the condition of the sign-in. */
export type PasswordProof = Pick<SignIn, 'user' | 'condition'>;

/**
 * Checks address and password. An address that nobody has, or whose owner has no password, costs the same look-up, the same
 * counters and the same hash, and fails the same way.
 *
 * Throws `CredentialsSignin`, `AccessDenied` by the address's domain, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `UNAVAILABLE`.
 */
export async function checkPassword(
  deps: Dependencies,
  input: {
    email: string;
    password: string;
    client: RequestClient;
    /** The device cookie that this browser came with. */
    device: string | undefined;
  },
): Promise<PasswordProof> {
  const { email, client } = input;
  requireAdmission(deps.settings, email);
  const user = await deps.collections.users.findOne({ email, emailVerified: { $ne: null } });
  const stored = user?.password ?? null;
  const right = await deps.passwordGuesses.evaluate(guesserOf(deps, user, input), () =>
    deps.passwordHashing.verify(stored?.hash ?? null, input.password),
  );
  if (!right || !user || !stored) {
    if (user) recordFailedTry(deps, { user, kind: 'sign-in-failed', method: 'password', client });
    throw new AppError('CredentialsSignin');
  }
  await strengthen(deps, user, stored, input.password);
  // A change or a reset of the password ends the sessions that it finds. A sign-in by the password of before must not come after it.
  return { user, condition: { email, 'password.changedAt': stored.changedAt } };
}

function guesserOf(
  deps: Dependencies,
  user: UserDocument | null,
  { email, client, device }: { email: string; client: RequestClient; device: string | undefined },
): Guesser {
  const userId = user?._id.toHexString();
  const known = readKnownDevices(deps, device).find((each) => each.userId === userId);
  return known
    ? { kind: 'known-browser', userId: known.userId, key: `${known.userId}.${known.deviceId}` }
    : { kind: 'stranger', account: email, client };
}

/** Hashes the password anew when today's parameters are stronger than those of its hash: only now is it at hand. */
async function strengthen(
  deps: Dependencies,
  user: UserDocument,
  stored: StoredPassword,
  password: string,
): Promise<void> {
  if (!deps.passwordHashing.isOutdated(stored.hash)) return;
  try {
    const hash = await deps.passwordHashing.hash(password);
    await deps.collections.users.updateOne(
      { _id: user._id, 'password.hash': stored.hash },
      { $set: { 'password.hash': hash } },
    );
  } catch (error) {
    // The password was right; that it could not be kept better this time must not turn its owner away.
    deps.log.warn({ err: error, userId: user._id.toHexString() }, 'password hash not renewed');
  }
}
