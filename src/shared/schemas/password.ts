import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { PASSWORD_MAX_LENGTH } from '../limits.ts';
import { normalizePassword } from '../password-policy.ts';
import { callbackUrl, emailAddress, linkToken, personName, timestamp } from './fields.ts';

/**
 * A password as it was typed, in NFC, and otherwise to the letter: not trimmed, not cut off. What a new one must be is the policy's
 * matter (`password-policy.ts`); here is only what no password can be. Four UTF-16 units a character leave room for
 * characters that NFC puts together.
 */
export const passwordText = z
  .string()
  .min(1, { error: ISSUES['password-missing'], abort: true })
  .max(PASSWORD_MAX_LENGTH * 4, { error: ISSUES['password-too-long'], abort: true })
  // Half a surrogate pair has no UTF-8, so that all of them would be one and the same password.
  .regex(/^\P{Surrogate}*$/u, { error: ISSUES['password-not-text'] })
  .transform(normalizePassword);

export const signUpInput = z.strictObject({
  email: emailAddress,
  password: passwordText,
  name: personName,
  callbackUrl: callbackUrl.optional(),
});

export const passwordSignInInput = z.strictObject({
  email: emailAddress,
  password: passwordText,
  callbackUrl: callbackUrl.optional(),
});

export const setPasswordInput = z.strictObject({ password: passwordText });
export const changePasswordInput = z.strictObject({ current: passwordText, password: passwordText });

export const requestResetInput = z.strictObject({ email: emailAddress });
/** The same for known and unknown addresses. */
export const requestResetOutput = z.strictObject({
  email: z.string(),
  /** Seconds to wait before asking again. */
  resendAfter: z.int(),
});

export const resetPasswordInput = z.strictObject({
  email: emailAddress,
  token: linkToken,
  password: passwordText,
});
/** Nobody is signed in by it: the person goes on to sign in. */
export const resetPasswordOutput = z.strictObject({ email: z.string() });

/** This person's password, as the page of sign-in methods shows it. */
export const passwordStatus = z.strictObject({
  /** When it was set or changed; `null` without one. */
  changedAt: timestamp.nullable(),
  /** `false` while no address is proven: a password is typed together with one. */
  canSet: z.boolean(),
  /** `false` when this is the only way left to sign in, or there is none. */
  canRemove: z.boolean(),
});
export type PasswordStatus = z.infer<typeof passwordStatus>;
