import { z } from 'zod';
import { emailAddress, linkToken, timestamp, verificationCode } from './fields.ts';

export const emailStatus = z.strictObject({
  email: z.string().nullable().describe('The email address; `null` without one.'),
  verified: z.boolean().describe('Whether the person has verified that it is theirs.'),
  pending: z
    .strictObject({
      email: z.string().describe('The new address.'),
      expires: timestamp.describe('When its link and its code expire.'),
    })
    .nullable()
    .describe('The new address that waits for its link or its code.'),
});
export type EmailStatus = z.infer<typeof emailStatus>;

export const changeEmailInput = z.strictObject({ email: emailAddress.describe('The new address.') });
export const changeEmailOutput = z.strictObject({
  email: z.string().describe('The new address.'),
  expires: timestamp.describe('When the link and the code expire.'),
  resendAfter: z.int().describe('Seconds to wait before asking again.'),
});

export const confirmEmailInput = z.strictObject({
  token: linkToken.describe('The token of the link in the mail.'),
});
export const confirmEmailWithCodeInput = z.strictObject({
  code: verificationCode.describe('The code of the mail.'),
});

export const undoEmailInput = z.strictObject({
  token: linkToken.describe('The token of the link in the mail.'),
});
export const undoEmailOutput = z.strictObject({
  email: z.string().describe('The address that is restored.'),
});
