import { z } from 'zod';
import { timestamp } from './fields.ts';

/**
 * A mailbox is behind a password (by its reset) and most providers, so `inbox`, `phone` and `provider` never
 * make a second factor. Two proofs of one factor count once.
 */
export const PROOF_FACTORS = [
  'knowledge',
  'inbox',
  'phone',
  'provider',
  'possession',
  'multi-factor',
] as const;
export type ProofFactor = (typeof PROOF_FACTORS)[number];

/** An identity provider cannot have one of these ids, so a proof's method says what it was. */
export const OWN_METHODS = [
  'password',
  'email-link',
  'email-code',
  'phone-code',
  'passkey',
  'totp',
  'recovery-code',
] as const;

export const proof = z.strictObject({
  method: z
    .string()
    .describe(
      '`password`, `email-link`, `email-code`, `phone-code`, `passkey`, `totp`, `recovery-code`, or the id of an identity provider.',
    ),
  factor: z
    .enum(PROOF_FACTORS)
    .describe(
      'What the proof rests on. `possession`: an authenticator app or a recovery code. `multi-factor`: a passkey with user verification, or a provider that the operator trusts with it.',
    ),
  at: timestamp.describe('When it was given.'),
});
export type Proof = z.infer<typeof proof>;

export const strengthFields = {
  proofs: z.array(proof).describe('How this person has verified who they are in this session, oldest first.'),
  amr: z
    .array(z.string())
    .describe(
      'The methods as in the claim `amr` (RFC 8176): `pwd`, `otp`, `sms`, `pop`, `user`, and `mfa` at level 2. Mail and providers have no value there.',
    ),
  aal: z
    .union([z.literal(1), z.literal(2)])
    .describe(
      'The level: 2 with a passkey, or with two different factors of which one is an authenticator app or a recovery code; otherwise 1.',
    ),
};
