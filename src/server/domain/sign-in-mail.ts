import { HOUR_MS, RESEND_AFTER_SECONDS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Locale } from '../../shared/locale.ts';
import { AppError } from '../app-error.ts';
import type { PendingSignUp, VerificationTokenDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import type { Mail } from '../mail/mail.ts';
import { signInMail, signUpMail, type SignInMailInput } from '../mail/templates.ts';
import { createCode, createToken, hashCode, hashToken, hashVerificationToken } from '../secrets.ts';
import { recordFailedTry } from './activity.ts';
import { settleSignUp, type SettledSignUp } from './pending-sign-up.ts';
import { clientKey } from './rate-limits.ts';
import type { SignIn } from './sign-in/complete.ts';
import { consumeCode, consumeToken, storeVerificationToken } from './verification-tokens.ts';

export interface SentMail {
  readonly email: string;
  /** Seconds. */
  readonly resendAfter: number;
}

/**
 * Sends a mail with a link and a code to an address, known or not: whoever reads it there is its owner. Both work for
 * 24 hours, and neither works any longer once a newer mail was asked for. A sign-up of this very `browser` (its cookie's
 * secret) stays waiting with the newer mail; anybody else's is over with it.
 *
 * Throws `RATE_LIMITED`, or `EmailSignin` when the mail could not be handed over.
 */
export async function requestSignInMail(
  deps: Dependencies,
  input: { email: string; callbackPath: string | null; client: RequestClient; browser?: string | undefined },
): Promise<SentMail> {
  const { email, browser } = input;
  await limitMails(deps, input);
  const open =
    browser === undefined
      ? null
      : await deps.collections.verificationTokens.findOne({
          identifier: email,
          'signUp.browserHash': hashToken(browser),
          expires: { $gt: deps.now() },
        });
  const signUp = open?.signUp ?? null;
  const owner = await deps.collections.users.findOne({ email }, { projection: { locale: 1 } });
  return sendLinkAndCode(deps, {
    ...input,
    locale: owner ? owner.locale : input.client.locale,
    signUp,
    mail: signUp ? signUpMail : signInMail,
  });
}

/** Counts a mail to this address, before any work for it. Throws `RATE_LIMITED`. */
export async function limitMails(
  deps: Pick<Dependencies, 'rateLimits'>,
  input: { email: string; client: RequestClient },
): Promise<void> {
  await deps.rateLimits.consume('mail-from-client', clientKey(input.client.ip));
  await deps.rateLimits.consume('mail-to-address', input.email);
}

/** Makes the one open link and code of an address, and mails them. Throws `EmailSignin`. */
export async function sendLinkAndCode(
  deps: Dependencies,
  input: {
    email: string;
    callbackPath: string | null;
    locale: Locale;
    signUp: PendingSignUp | null;
    mail: (input: SignInMailInput) => Mail;
  },
): Promise<SentMail> {
  const { email, signUp } = input;
  const token = createToken();
  const code = createCode();
  await storeVerificationToken(deps, {
    identifier: email,
    tokenHash: hashVerificationToken(token, deps.settings.authSecret),
    codeHash: hashCode(email, code, deps.settings.authSecret),
    signUp,
    expires: new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS),
  });

  const { origin } = deps.settings;
  const link = new URL('/confirm', origin);
  link.searchParams.set('email', email);
  link.searchParams.set('token', token);
  if (input.callbackPath !== null) link.searchParams.set('callbackUrl', input.callbackPath);
  await sendNow(
    deps,
    input.mail({
      to: email,
      locale: input.locale,
      host: new URL(origin).host,
      origin,
      link: link.href,
      code,
      expiresHours: VERIFICATION_TOKEN_MAX_AGE_MS / HOUR_MS,
    }),
  );
  return { email, resendAfter: RESEND_AFTER_SECONDS };
}

/** For mails that somebody is waiting for. Throws `EmailSignin`. */
export async function sendNow(deps: Pick<Dependencies, 'mail'>, mail: Mail): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (cause) {
    throw new AppError('EmailSignin', { cause });
  }
}

export interface ProvenAddress extends SettledSignUp, Pick<SignIn, 'user' | 'standsOn'> {}

interface Confirmation {
  readonly email: string;
  /** The secret in the cookie of the browser that signed up here. */
  readonly browser: string | undefined;
  readonly client: RequestClient;
}

/** Signs in by a link, once. Throws `Verification`. */
export async function confirmLink(
  deps: Dependencies,
  input: Confirmation & { token: string },
): Promise<ProvenAddress> {
  const row = await consumeToken(deps, input.email, input.token);
  return settleProof(deps, row, input);
}

/** Signs in by a code, once. Throws `CODE_INVALID` or `CODE_DEAD`. */
export async function confirmCode(
  deps: Dependencies,
  input: Confirmation & { code: string },
): Promise<ProvenAddress> {
  const { email, client } = input;
  const row = await consumeCode(deps, email, input.code, () => {
    const user = deps.collections.users.findOne({ email }, { projection: { _id: 1 } });
    recordFailedTry(deps, { user, kind: 'sign-in-failed', method: 'email-code', client });
  });
  return settleProof(deps, row, input);
}

async function settleProof(
  deps: Dependencies,
  row: VerificationTokenDocument,
  proof: Confirmation,
): Promise<ProvenAddress> {
  const settled = await settleSignUp(deps, row.signUp ?? null, proof);
  return { ...settled, standsOn: { email: proof.email } };
}
