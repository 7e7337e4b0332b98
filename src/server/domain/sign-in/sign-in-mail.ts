import { HOUR_MS, RESEND_AFTER_SECONDS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { Locale } from '../../../shared/locale.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { PendingSignUp, VerificationRequest } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Mail } from '../../mail/mail.ts';
import { signInMail, signUpMail, type SignInMailInput } from '../../mail/templates.ts';
import { createCode, createToken, hashCode, hashToken, hashVerificationToken } from '../../crypto/secrets.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { callerByDevice } from '../limits/callers.ts';
import { consumeGuessedCode } from '../codes/code-guessing.ts';
import { createCodeRequest, readCodeRequests, type CodeGiver } from '../codes/code-requests.ts';
import { limitMails } from '../limits/mail-limits.ts';
import { finishSignUp, type FinishedSignUp } from './pending-sign-up.ts';
import type { SignIn } from './complete.ts';
import { consumeToken, storeRequest } from '../codes/verification-tokens.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

export interface SentMail {
  readonly email: string;
  /** Seconds. */
  readonly resendAfter: number;
}

export interface SentCode extends SentMail {
  /** The secret that the code needs (`code-requests.ts`). */
  readonly codeRequest: string;
}

export interface MailRequester {
  readonly requestContext: RequestContext;
  readonly deviceCookie: string | undefined;
}

/**
 * The link works for 24 hours in every browser, the code with the answered secret. Earlier mails stay valid
 * until one is used. The pending sign-up with `signUpSecret` (of the cookie) moves on to the new mail. Throws
 * `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `EmailSignin`.
 */
export async function requestSignInMail(
  deps: Dependencies,
  input: MailRequester & {
    email: string;
    callbackPath: string | null;
    signUpSecret?: string | undefined;
    /** The provider whose account the person wants to connect. */
    connects?: string;
  },
): Promise<SentCode> {
  const { email, signUpSecret, requestContext, connects } = input;
  const owner = await deps.collections.users.findOne({ email });
  const caller = callerByDevice(deps, owner, input.deviceCookie);
  const limited = await limitMails(deps, { email, caller, requestContext });
  const signUp = signUpSecret === undefined ? null : await findSignUp(deps, email, signUpSecret);
  return sendLinkAndCode(deps, {
    ...input,
    ...limited,
    byUnknownCaller: caller.kind === 'unknown',
    locale: owner ? owner.locale : requestContext.locale,
    signUp,
    mail: signUp
      ? signUpMail
      : (mail) => signInMail({ ...mail, ...(connects !== undefined && { connects }) }),
  });
}

async function findSignUp(
  deps: Dependencies,
  email: string,
  signUpSecret: string,
): Promise<PendingSignUp | null> {
  const browserHash = hashToken(signUpSecret);
  const row = await deps.collections.verificationTokens.findOne({
    identifier: identifierOf('sign-in', email),
    expires: { $gt: deps.now() },
  });
  const now = deps.now();
  const request = row?.requests?.findLast(
    ({ signUp, expires }) => signUp?.browserHash === browserHash && expires > now,
  );
  return request?.signUp ?? null;
}

/** Throws `EmailSignin`. */
export async function sendLinkAndCode(
  deps: Dependencies,
  input: {
    email: string;
    callbackPath: string | null;
    byUnknownCaller: boolean;
    /** What `limitMails` answered. */
    mayHoldCode: boolean;
    requestContext: RequestContext;
    locale: Locale;
    signUp: PendingSignUp | null;
    mail: (input: SignInMailInput) => Mail;
  },
): Promise<SentCode> {
  const { email, signUp, byUnknownCaller } = input;
  const token = createToken();
  const identifier = identifierOf('sign-in', email);
  const codeRequest = createCodeRequest(identifier);
  const code = input.mayHoldCode ? createCode() : null;
  await storeRequest(deps, {
    identifier,
    tokenHash: hashVerificationToken(token, deps.settings.authSecret),
    codeHash: code === null ? null : hashCode(identifier, code, deps.settings.authSecret),
    requesterSecret: codeRequest,
    byUnknownCaller,
    signUp,
    expires: new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS),
  });

  const query = new URLSearchParams({ email, token });
  if (input.callbackPath !== null) query.set('callbackUrl', input.callbackPath);
  await sendNow(
    deps,
    input.mail({
      to: email,
      locale: input.locale,
      settings: deps.settings,
      link: `/confirm?${query.toString()}`,
      code,
      expiresHours: VERIFICATION_TOKEN_MAX_AGE_MS / HOUR_MS,
      requestedFrom: describeMailRequest(deps, input.requestContext),
    }),
  );
  return { email, resendAfter: RESEND_AFTER_SECONDS, codeRequest };
}

/** Sends a mail now, because a person waits for it. Throws `EmailSignin`. */
export async function sendNow(deps: Pick<Dependencies, 'mail'>, mail: Mail): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (cause) {
    throw new AppError('EmailSignin', { cause });
  }
}

export interface VerifiedAddress extends FinishedSignUp, Pick<SignIn, 'user' | 'condition'> {}

interface Confirmation {
  readonly email: string;
  /** The secret of the sign-up cookie. */
  readonly signUpSecret: string | undefined;
  readonly requestContext: RequestContext;
}

/** Works once. Throws `Verification`. */
export async function confirmLink(
  deps: Dependencies,
  input: Confirmation & { token: string },
): Promise<VerifiedAddress> {
  const request = await consumeToken(deps, identifierOf('sign-in', input.email), input.token);
  return finishProof(deps, request, { ...input, method: 'email-link' });
}

/** Throws `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`. */
export async function confirmCode(
  deps: Dependencies,
  input: Confirmation & CodeGiver & { code: string },
): Promise<VerifiedAddress> {
  const { email, requestContext, code } = input;
  const owner = await deps.collections.users.findOne({ email });
  const request = await consumeGuessedCode(deps, identifierOf('sign-in', email), {
    code,
    requesterSecrets: readCodeRequests(input.codeRequests, input.codeRequest),
    subject: email,
    action: 'mail',
    caller: callerByDevice(deps, owner, input.deviceCookie),
    requestContext,
    onWrong() {
      if (owner)
        recordFailedTry(deps, { user: owner, kind: 'sign-in-failed', method: 'email-code', requestContext });
    },
  });
  return finishProof(deps, request, { ...input, method: 'email-code', owner });
}

async function finishProof(
  deps: Dependencies,
  { signUp }: VerificationRequest,
  proof: Confirmation & {
    readonly method: 'email-link' | 'email-code';
    readonly owner?: UserDocument | null;
  },
): Promise<VerifiedAddress> {
  const finished = await finishSignUp(deps, signUp, proof);
  return { ...finished, condition: { email: proof.email } };
}
