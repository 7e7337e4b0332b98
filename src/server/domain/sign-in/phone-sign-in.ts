import { ObjectId } from 'mongodb';
import { PHONE_CODE_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { requireAdmission } from '../rules/admission.ts';
import { callerByDevice } from '../limits/callers.ts';
import { consumeGuessedCode } from '../codes/code-guessing.ts';
import { createCodeRequest, readCodeRequests, type CodeGiver } from '../codes/code-requests.ts';
import { limitTexts, readPhone, sendCode, type TypedPhone } from '../phones/phone-codes.ts';
import type { SentText } from '../phones/phones.ts';
import type { SignIn } from './complete.ts';
import { storeCode } from '../codes/verification-tokens.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

function requireOffered(deps: Pick<Dependencies, 'settings'>): void {
  if (!deps.settings.phoneSignIn) throw new AppError('NOT_FOUND');
}

/**
 * For an unverified number, the limits, writes and answer are the same, but nothing is sent. The call does
 * not wait for the gateway, because its time or failure would show known numbers. Throws `NOT_FOUND` unless
 * `PHONE_SIGN_IN` is on, what `readPhone` throws, `RATE_LIMITED`.
 */
export async function requestPhoneSignIn(
  deps: Dependencies,
  typed: TypedPhone,
  { requestContext, deviceCookie }: { requestContext: RequestContext; deviceCookie: string | undefined },
): Promise<SentText & { readonly codeRequest: string }> {
  requireOffered(deps);
  const { e164, international } = await readPhone(deps.settings, typed);
  const owner = await deps.collections.users.findOne({ 'phone.e164': e164 });
  const caller = callerByDevice(deps, owner, deviceCookie);
  const byUnknownCaller = caller.kind === 'unknown';
  await limitTexts(deps, {
    e164,
    requestContext,
    ...(byUnknownCaller ? { rule: 'text', caller } : { rule: 'text-to-own-number', caller }),
    isSent: owner !== null,
  });
  const codeRequest = createCodeRequest(identifierOf('phone-sign-in', e164));
  const code = await storeCode(deps, {
    identifier: identifierOf('phone-sign-in', e164),
    requesterSecret: codeRequest,
    byUnknownCaller,
    subject: owner?._id.toHexString() ?? null,
    maxAgeMs: PHONE_CODE_MAX_AGE_MS,
  });
  // `sendCode` has logged the failure.
  if (owner) {
    const { locale } = owner;
    void sendCode(deps, { e164, code, purpose: 'sign-in', locale }).catch(() => undefined);
  }
  return { e164, international, resendAfter: RESEND_AFTER_SECONDS, codeRequest };
}

/**
 * The user must have had the number since the code was sent. Throws `NOT_FOUND` unless `PHONE_SIGN_IN` is on,
 * what `readPhone` throws, `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `RATE_LIMITED`, or
 * `AccessDenied` by the domain of the user's address.
 */
export async function confirmPhoneCode(
  deps: Dependencies,
  input: TypedPhone & CodeGiver & { code: string; requestContext: RequestContext },
): Promise<Pick<SignIn, 'user' | 'condition'>> {
  requireOffered(deps);
  const { e164 } = await readPhone(deps.settings, input);
  const { requestContext, code } = input;
  const holder = await deps.collections.users.findOne({ 'phone.e164': e164 });
  const { subject } = await consumeGuessedCode(deps, identifierOf('phone-sign-in', e164), {
    code,
    requesterSecrets: readCodeRequests(input.codeRequests, input.codeRequest),
    subject: e164,
    action: 'text',
    caller: callerByDevice(deps, holder, input.deviceCookie),
    requestContext,
    onWrong(request) {
      if (!request.subject) return;
      const user = { _id: new ObjectId(request.subject) };
      recordFailedTry(deps, { user, kind: 'sign-in-failed', method: 'phone-code', requestContext });
    },
  });
  const isHolder = holder !== null && subject === holder._id.toHexString();
  const findSubject = () =>
    subject ? deps.collections.users.findOne({ _id: new ObjectId(subject), 'phone.e164': e164 }) : null;
  const user = isHolder ? holder : await findSubject();
  if (!user) throw new AppError('CODE_INVALID');
  requireAdmission(deps.settings, user.emailVerified ? (user.email ?? null) : null);
  return { user, condition: { e164 } };
}
