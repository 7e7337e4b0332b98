import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { PASSWORD_MAX_LENGTH } from '../limits.ts';
import { normalizePassword } from '../password-policy.ts';
import { callbackUrl, emailAddress, linkToken, userName, timestamp } from './fields.ts';

/** NFC, else to the letter. Four UTF-16 units a character leave room for characters that NFC joins. */
export const passwordText = z
  .string()
  .min(1, { error: ISSUES['password-missing'], abort: true })
  .max(PASSWORD_MAX_LENGTH * 4, { error: ISSUES['password-too-long'], abort: true })
  // Half a surrogate pair has no UTF-8, so that all of them would be the same password.
  .regex(/^\P{Surrogate}*$/u, { error: ISSUES['password-not-text'] })
  .transform(normalizePassword);

export const signUpInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  password: passwordText.describe('The new password.'),
  name: userName.optional().describe('The name of the person. They may add it later.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const passwordSignInInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  password: passwordText.describe('The password.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const setPasswordInput = z.strictObject({ password: passwordText.describe('The new password.') });
export const changePasswordInput = z.strictObject({
  current: passwordText.describe('The password until now.'),
  password: passwordText.describe('The new password.'),
});

export const requestResetInput = z.strictObject({ email: emailAddress.describe('The email address.') });
export const requestResetOutput = z.strictObject({
  email: z.string().describe('The address that gets the mail.'),
  resendAfter: z.int().describe('Seconds to wait before asking again.'),
});

export const resetPasswordInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  token: linkToken.describe('The token of the link in the mail.'),
  password: passwordText.describe('The new password.'),
});
export const resetPasswordOutput = z.strictObject({
  email: z.string().describe('The address to sign in with.'),
});

export const passwordStatus = z.strictObject({
  changedAt: timestamp.nullable().describe('When the password was set or changed; `null` without one.'),
  canSet: z
    .boolean()
    .describe(
      '`false` where there is a password, or no verified address: a password is typed together with one.',
    ),
  canRemove: z.boolean().describe('`false` when this is the only sign-in method, or there is no password.'),
});
export type PasswordStatus = z.infer<typeof passwordStatus>;
