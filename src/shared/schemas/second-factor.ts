import { z } from 'zod';
import { RECOVERY_CODE_LENGTH } from '../recovery-code.ts';
import { passkeyName } from './passkeys.ts';
import { device } from './device.ts';
import { documentId, linkToken, timestamp, verificationCode } from './fields.ts';

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

/** In groups; spaces, dashes and case do not matter. */
export const recoveryCode = z
  .string()
  .max(64)
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[0-9A-Z]{${RECOVERY_CODE_LENGTH}}$`)));

const authenticatorApp = z.strictObject({
  id: documentId.describe('The id of the authenticator app.'),
  name: z.string().describe('The name that the person gave it.'),
  createdAt: timestamp.describe('When it was set up.'),
  lastUsedAt: timestamp.nullable().describe('When it was last used, or `null`.'),
});
export type AuthenticatorApp = z.infer<typeof authenticatorApp>;

const trustedBrowser = z.strictObject({
  id: documentId.describe('The id for `secondFactor.endTrust`.'),
  current: z.boolean().describe('Whether it is the browser that asks.'),
  device: device.describe('The browser.'),
  createdAt: timestamp.describe('When the person chose not to be asked there.'),
  expires: timestamp.describe('When it is asked again.'),
});
export type TrustedBrowser = z.infer<typeof trustedBrowser>;

export const secondFactorStatus = z.strictObject({
  policy: z
    .enum(['off', 'optional', 'administrators', 'everyone'])
    .describe('The setting `SECOND_FACTOR` of the operator.'),
  isDemanded: z.boolean().describe('Whether this setting demands a second factor of this person.'),
  isOn: z.boolean().describe('Whether a sign-in asks for a second factor.'),
  mustEnrol: z
    .boolean()
    .describe(
      'Whether this person must set up a second factor first. Until then their session allows nothing else.',
    ),
  authenticatorApps: z.array(authenticatorApp).describe('Oldest first.'),
  passkeys: z
    .int()
    .describe('How many passkeys of this host the person has. Each of them is a second factor, too.'),
  recoveryCodesLeft: z.int().describe('How many recovery codes are not used yet.'),
  recoveryCodesCreatedAt: timestamp.nullable().describe('When the recovery codes were made, or `null`.'),
  trustedBrowsers: z.array(trustedBrowser).describe('The browsers that do not ask for the second factor.'),
  removal: z
    .strictObject({
      requestedAt: timestamp.describe('When the operator asked for it.'),
      runsAt: timestamp.describe('When the second factors are removed unless the person stops it.'),
      reason: z.string().describe('The reason that the operator gave.'),
    })
    .nullable()
    .describe('A removal of all second factors by the operator, which waits; otherwise `null`.'),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>;

export const begunTotp = z.strictObject({
  enrolment: z
    .string()
    .describe(
      'Send it back to `secondFactor.confirmTotp`. It is sealed, and valid for 15 minutes in this session.',
    ),
  secret: z.string().describe('The secret to type into an authenticator app: Base32 (RFC 4648).'),
  uri: z.string().describe('The same as an `otpauth:` address, for a QR code that the page draws.'),
});

export const confirmTotpInput = z.strictObject({
  enrolment: z.string().max(2000).describe('From `secondFactor.beginTotp`.'),
  code: verificationCode.describe('The code that the authenticator app shows now.'),
  name: passkeyName.optional().describe('A name for the authenticator app.'),
});

export const recoveryCodes = z.array(z.string()).describe('Ten codes. They are shown only now.');

export const confirmTotpOutput = z.strictObject({
  status: secondFactorStatus.describe('The state after it.'),
  recoveryCodes: recoveryCodes
    .nullable()
    .describe('Ten codes, which are shown only now; `null` when the person has some already.'),
});

export const renameTotpInput = z.strictObject({
  id: documentId.describe('The id of the authenticator app.'),
  name: passkeyName.describe('The new name.'),
});

export const removeTotpInput = z.strictObject({
  id: documentId.describe('The id of the authenticator app.'),
});

export const createRecoveryCodesOutput = z.strictObject({
  status: secondFactorStatus.describe('The state after it.'),
  recoveryCodes,
});

export const endTrustInput = z.strictObject({
  id: documentId.describe('The id of the trusted browser.'),
});

export const stopRemovalInput = z.strictObject({
  token: linkToken.describe('The token of the link in the mail.'),
});
export const stopRemovalOutput = z.strictObject({ stopped: z.literal(true).describe('Always `true`.') });
