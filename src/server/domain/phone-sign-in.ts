import { ObjectId } from 'mongodb';
import { PHONE_CODE_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { recordFailedTry } from './activity.ts';
import { requireAdmission } from './admission.ts';
import { limitTexts, readPhone, sendCode, type TypedPhone } from './phone-codes.ts';
import type { SentText } from './phones.ts';
import type { SignIn } from './sign-in/complete.ts';
import { consumeCode, storeCode } from './verification-tokens.ts';

function identifierOf(e164: string): string {
  return `phone-sign-in:${e164}`;
}

function requireOffered(deps: Pick<Dependencies, 'settings'>): void {
  if (!deps.settings.phoneSignIn) throw new AppError('NOT_FOUND');
}

/**
 * Sends a code to a number that somebody has verified. For any other number the limits, the writes and the answer are the same, and
 * nothing is sent. The gateway is not waited for: how long it takes, and that it fails, would tell the two apart.
 *
 * Throws `NOT_FOUND` unless `PHONE_SIGN_IN` is on, what `readPhone` throws, or `RATE_LIMITED`.
 */
export async function requestPhoneSignIn(
  deps: Dependencies,
  typed: TypedPhone,
  client: RequestClient,
): Promise<SentText> {
  requireOffered(deps);
  const { e164, international } = await readPhone(deps.settings, typed);
  await limitTexts(deps, { e164, client, userId: null });
  const owner = await deps.collections.users.findOne({ 'phone.e164': e164 });
  const code = await storeCode(deps, {
    identifier: identifierOf(e164),
    subject: owner?._id.toHexString() ?? null,
    maxAgeMs: PHONE_CODE_MAX_AGE_MS,
  });
  // Its failure is in the log already.
  if (owner) {
    const { locale } = owner;
    void sendCode(deps, { e164, code, purpose: 'sign-in', locale }).catch(() => undefined);
  }
  return { e164, international, resendAfter: RESEND_AFTER_SECONDS };
}

/**
 * Whose number it is, by the code: who had it when the code was sent, and has it still.
 *
 * Throws `NOT_FOUND` unless `PHONE_SIGN_IN` is on, what `readPhone` throws, `CODE_INVALID`, `CODE_DEAD`, or `AccessDenied` by the
 * domain of their address.
 */
export async function confirmPhoneCode(
  deps: Dependencies,
  input: TypedPhone & { code: string; client: RequestClient },
): Promise<Pick<SignIn, 'user' | 'standsOn'>> {
  requireOffered(deps);
  const { e164 } = await readPhone(deps.settings, input);
  const { subject } = await consumeCode(deps, identifierOf(e164), input.code, (row) => {
    if (!row.subject) return;
    const user = { _id: new ObjectId(row.subject) };
    recordFailedTry(deps, { user, kind: 'sign-in-failed', method: 'phone-code', client: input.client });
  });
  const user = subject
    ? await deps.collections.users.findOne({ _id: new ObjectId(subject), 'phone.e164': e164 })
    : null;
  if (!user) throw new AppError('CODE_INVALID');
  requireAdmission(deps.settings, user.emailVerified ? (user.email ?? null) : null);
  return { user, standsOn: { 'phone.e164': e164 } };
}
