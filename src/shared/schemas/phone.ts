import { z } from 'zod';
import { PHONE_INPUT_MAX_LENGTH } from '../limits.ts';
import { callbackUrl, codeRequest, timestamp, verificationCode } from './fields.ts';

/**
 * A number as it was typed. Only its length is a matter of the schema; whether it is a number, and which, `parsePhone` says, with a code
 * of its own (`PHONE_TOO_SHORT`, `PHONE_TOO_LONG`, `PHONE_NOT_A_NUMBER`, `PHONE_INVALID_COUNTRY`).
 */
const phoneText = z.string().max(PHONE_INPUT_MAX_LENGTH * 4);

export const phone = z.strictObject({
  /** E.164. */
  e164: z.string(),
  /** ISO 3166-1 alpha-2; `null` for numbers of no country. */
  country: z.string().nullable(),
  callingCode: z.string(),
  nationalNumber: z.string(),
  national: z.string(),
  international: z.string(),
  verifiedAt: timestamp,
});
export type VerifiedPhone = z.infer<typeof phone>;

export const phoneStatus = z.strictObject({
  /** The verified number, or `null`. */
  phone: phone.nullable(),
  /** A number that a code was sent to and that waits for it; E.164 and as people write it. */
  pending: z.strictObject({ e164: z.string(), international: z.string() }).nullable(),
});
export type PhoneStatus = z.infer<typeof phoneStatus>;

export const setPhoneInput = z.strictObject({
  phone: phoneText,
  /** ISO 3166-1 alpha-2, for a number that does not begin with `+`. */
  country: z.string().max(2).optional(),
});
export const setPhoneOutput = z.strictObject({
  e164: z.string(),
  international: z.string(),
  /** Seconds to wait before asking again. */
  resendAfter: z.int(),
});

export const verifyPhoneInput = z.strictObject({ code: verificationCode });

/** Sign-in by phone, where `PHONE_SIGN_IN` is on. The answer is the same for known and unknown numbers. */
export const requestPhoneCodeInput = setPhoneInput;
export const requestPhoneCodeOutput = z.strictObject({
  ...setPhoneOutput.shape,
  /** The code works only with this secret, which a client without cookies gives back with the code. Browsers get it in a cookie instead. */
  codeRequest: codeRequest.optional(),
});
export const signInWithPhoneCodeInput = z.strictObject({
  ...setPhoneInput.shape,
  code: verificationCode,
  /** From the answer of `session.requestPhoneCode`, for clients without cookies. */
  codeRequest: codeRequest.optional(),
  callbackUrl: callbackUrl.optional(),
});
