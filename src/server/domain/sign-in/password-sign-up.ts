import type { Dependencies } from '../../dependencies.ts';
import { alreadySignedUpMail, signUpMail } from '../../mail/templates.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import { requireAdmission } from '../rules/admission.ts';
import { requireGoodPassword } from '../rules/password-policy.ts';
import { callerByDevice } from '../limits/callers.ts';
import { limitMails } from '../limits/mail-limits.ts';
import { sendLinkAndCode, type MailRequester, type SentCode } from './sign-in-mail.ts';

/**
 * No user is made yet (`pending-sign-up.ts`). For a known address, work and answer are the same, its owner
 * gets a mail, and the input is dropped. Only a browser with the answered secret gets the password. Throws
 * `INVALID_INPUT` for a password that the policy refuses, `AccessDenied`, `RATE_LIMITED`, `UNAVAILABLE`,
 * `EmailSignin`.
 */
export async function signUp(
  deps: Dependencies,
  input: MailRequester & {
    email: string;
    password: string;
    name: string | null;
    callbackPath: string | null;
  },
): Promise<{ sent: SentCode; signUpSecret: string }> {
  const { email, name } = input;
  requireAdmission(deps.settings, email);
  await requireGoodPassword(deps, input.password, { email, name });
  const owner = await deps.collections.users.findOne({ email, emailVerified: { $ne: null } });
  const caller = callerByDevice(deps, owner, input.deviceCookie);
  const limited = await limitMails(deps, { ...input, caller });
  const passwordHash = await deps.passwordHashing.hash(input.password);
  const signUpSecret = createToken();
  const sent = await sendLinkAndCode(deps, {
    ...input,
    ...limited,
    byUnknownCaller: caller.kind === 'unknown',
    locale: owner ? owner.locale : input.requestContext.locale,
    signUp: owner ? null : { name, passwordHash, browserHash: hashToken(signUpSecret) },
    mail: owner ? alreadySignedUpMail : signUpMail,
  });
  return { sent, signUpSecret };
}
