import { timingSafeEqual } from 'node:crypto';
import { ObjectId } from 'mongodb';
import {
  RESEND_AFTER_SECONDS,
  VERIFICATION_CODE_MAX_ATTEMPTS,
  VERIFICATION_TOKEN_MAX_AGE_MS,
  HOUR_MS,
} from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/collections.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { signInMail } from '../mail/templates.ts';
import { createCode, createToken, hashCode, hashVerificationToken } from '../secrets.ts';
import { clientKey } from './rate-limits.ts';
import { findOrCreateUserByProvenEmail } from './users.ts';

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

/** One row an address, replaced in one write: what was sent before is dead. */
export async function storeVerificationToken(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  row: { identifier: string; tokenHash: string; codeHash: string | null; expires: Date },
): Promise<void> {
  const replace = () =>
    deps.collections.verificationTokens.updateOne(
      { identifier: row.identifier },
      {
        $set: {
          token: row.tokenHash,
          codeHash: row.codeHash,
          codeAttempts: 0,
          expires: row.expires,
          createdAt: deps.now(),
        },
        $setOnInsert: { _id: new ObjectId() },
      },
      { upsert: true },
    );
  try {
    await replace();
  } catch (error) {
    // Two upserts of a new address at once: one inserts, the other finds that row the second time.
    if (!isDuplicateKey(error)) throw error;
    await replace();
  }
}

/**
 * Consumes a link: of any number of tries at once exactly one gets the user. Throws `Verification` when it was used,
 * replaced, mistyped or has expired.
 */
export async function confirmLink(
  deps: Dependencies,
  input: { email: string; token: string },
): Promise<{ user: UserDocument; isNew: boolean }> {
  const row = await deps.collections.verificationTokens.findOneAndDelete({
    identifier: input.email,
    token: hashVerificationToken(input.token, deps.settings.authSecret),
    expires: { $gt: deps.now() },
  });
  if (!row) throw new AppError('Verification');
  return findOrCreateUserByProvenEmail(deps, input.email);
}

/**
 * Consumes a code. A try is counted before it is compared, so that tries at once cannot outrun the limit; the fifth wrong
 * one kills the code (the link in the same mail still works). Throws `CODE_INVALID` or `CODE_DEAD`.
 */
export async function confirmCode(
  deps: Dependencies,
  input: { email: string; code: string },
): Promise<{ user: UserDocument; isNew: boolean }> {
  const { verificationTokens } = deps.collections;
  const open = { identifier: input.email, expires: { $gt: deps.now() } };
  const row = await verificationTokens.findOneAndUpdate(
    { ...open, codeHash: { $type: 'string' }, codeAttempts: { $lt: VERIFICATION_CODE_MAX_ATTEMPTS } },
    { $inc: { codeAttempts: 1 } },
    { returnDocument: 'after' },
  );
  if (!row?.codeHash) {
    const spent = await verificationTokens.findOne({
      ...open,
      codeAttempts: { $gte: VERIFICATION_CODE_MAX_ATTEMPTS },
    });
    throw new AppError(spent ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  const given = Buffer.from(hashCode(input.email, input.code, deps.settings.authSecret));
  const expected = Buffer.from(row.codeHash);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError(row.codeAttempts >= VERIFICATION_CODE_MAX_ATTEMPTS ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  const consumed = await verificationTokens.findOneAndDelete({ _id: row._id, codeHash: row.codeHash });
  if (!consumed) throw new AppError('CODE_INVALID');
  return findOrCreateUserByProvenEmail(deps, input.email);
}
