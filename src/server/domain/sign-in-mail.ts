import { HOUR_MS, RESEND_AFTER_SECONDS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { signInMail } from '../mail/templates.ts';
import { createCode, createToken, hashCode, hashVerificationToken } from '../secrets.ts';
import { clientKey } from './rate-limits.ts';
import { findOrCreateUserByProvenEmail } from './users.ts';
import { consumeCode, consumeToken, storeVerificationToken } from './verification-tokens.ts';

/**
 * Sends a mail with a link and a code to an address, known or not: whoever reads it there is its owner. Both work for
 * 24 hours, and neither works any longer once a newer mail was asked for.
 *
 * Throws `RATE_LIMITED`, or `EmailSignin` when the mail could not be handed over.
 */
export async function requestSignInMail(
  deps: Dependencies,
  input: { email: string; callbackPath: string | null; client: RequestClient },
): Promise<{ email: string; resendAfter: number }> {
  const { email } = input;
  await deps.rateLimits.consume('mail-from-client', clientKey(input.client.ip));
  await deps.rateLimits.consume('mail-to-address', email);

  const token = createToken();
  const code = createCode();
  await storeVerificationToken(deps, {
    identifier: email,
    tokenHash: hashVerificationToken(token, deps.settings.authSecret),
    codeHash: hashCode(email, code, deps.settings.authSecret),
    expires: new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS),
  });

  const { origin } = deps.settings;
  const link = new URL('/confirm', origin);
  link.searchParams.set('email', email);
  link.searchParams.set('token', token);
  if (input.callbackPath !== null) link.searchParams.set('callbackUrl', input.callbackPath);
  try {
    await deps.mail.send(
      signInMail({
        to: email,
        host: new URL(origin).host,
        origin,
        link: link.href,
        code,
        expiresHours: VERIFICATION_TOKEN_MAX_AGE_MS / HOUR_MS,
      }),
    );
  } catch (cause) {
    throw new AppError('EmailSignin', { cause });
  }
  return { email, resendAfter: RESEND_AFTER_SECONDS };
}

/** Signs in by a link, once. Throws `Verification`. */
export async function confirmLink(
  deps: Dependencies,
  input: { email: string; token: string },
): Promise<{ user: UserDocument; isNew: boolean }> {
  await consumeToken(deps, input.email, input.token);
  return findOrCreateUserByProvenEmail(deps, input.email);
}

/** Signs in by a code, once. Throws `CODE_INVALID` or `CODE_DEAD`. */
export async function confirmCode(
  deps: Dependencies,
  input: { email: string; code: string },
): Promise<{ user: UserDocument; isNew: boolean }> {
  await consumeCode(deps, input.email, input.code);
  return findOrCreateUserByProvenEmail(deps, input.email);
}
