import { z } from 'zod';
import { PHONE_INPUT_MAX_LENGTH } from '../limits.ts';
import { callbackUrl, codeRequest, timestamp, verificationCode } from './fields.ts';

/** `parsePhone` decides whether it is a number, with error codes of its own. */
const phoneText = z.string().max(PHONE_INPUT_MAX_LENGTH * 4);

export const phone = z.strictObject({
  e164: z.string().describe('The number in E.164.'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2; `null` for a number of no country.'),
  callingCode: z.string().describe('The calling code of the country, without `+`.'),
  nationalNumber: z.string().describe('The digits after the calling code.'),
  national: z.string().describe('The number as people in its country write it.'),
  international: z.string().describe('The number as people in other countries write it.'),
  verifiedAt: timestamp.describe('When it was verified.'),
});
export type VerifiedPhone = z.infer<typeof phone>;

export const phoneStatus = z.strictObject({
  phone: phone.nullable().describe('The verified number, or `null`.'),
  pending: z
    .strictObject({
      e164: z.string().describe('The number in E.164.'),
      international: z.string().describe('The number as people write it.'),
    })
    .nullable()
    .describe('The number that a code was sent to and that waits for it, or `null`.'),
  signsIn: z.boolean().describe('Whether a verified number is a sign-in method here (`PHONE_SIGN_IN`).'),
});
export type PhoneStatus = z.infer<typeof phoneStatus>;

export const setPhoneInput = z.strictObject({
  phone: phoneText.describe('The number, as a person types it.'),
  country: z
    .string()
    .max(2)
    .optional()
    .describe('ISO 3166-1 alpha-2, for a number that does not begin with `+`.'),
});
export const setPhoneOutput = z.strictObject({
  e164: z.string().describe('The number in E.164.'),
  international: z.string().describe('The number as people write it.'),
  resendAfter: z.int().describe('Seconds to wait before asking again.'),
});

export const verifyPhoneInput = z.strictObject({
  code: verificationCode.describe('The code of the text message.'),
});

export const requestPhoneCodeInput = setPhoneInput;
export const requestPhoneCodeOutput = z.strictObject({
  ...setPhoneOutput.shape,
  codeRequest: codeRequest
    .optional()
    .describe(
      'The code works only with this secret, which a program without cookies sends with the code. Browsers get it in a cookie instead.',
    ),
});
export const signInWithPhoneCodeInput = z.strictObject({
  ...setPhoneInput.shape,
  code: verificationCode.describe('The code of the text message.'),
  codeRequest: codeRequest
    .optional()
    .describe('From the answer of `session.requestPhoneCode`, for programs without cookies.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});
