import { z } from 'zod';
import { emailAddress, linkToken, timestamp, verificationCode } from './fields.ts';

export const emailStatus = z.strictObject({
  /** `null` without one. */
  email: z.string().nullable(),
  verified: z.boolean(),
  /** The address that a link and a code went to and that waits for one of them. */
  pending: z.strictObject({ email: z.string(), expires: timestamp }).nullable(),
});
export type EmailStatus = z.infer<typeof emailStatus>;

export const changeEmailInput = z.strictObject({ email: emailAddress });
/** The same for a free address and somebody else's. */
export const changeEmailOutput = z.strictObject({
  email: z.string(),
  expires: timestamp,
  /** Seconds to wait before asking again. */
  resendAfter: z.int(),
});

export const confirmEmailInput = z.strictObject({ token: linkToken });
export const confirmEmailWithCodeInput = z.strictObject({ code: verificationCode });

export const undoEmailInput = z.strictObject({ token: linkToken });
/** The address that is back. Nobody is signed in by it. */
export const undoEmailOutput = z.strictObject({ email: z.string() });
