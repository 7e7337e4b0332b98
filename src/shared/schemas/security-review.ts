import { z } from 'zod';
import { timestamp } from './fields.ts';

/** A connection to an identity provider that was added. */
const addedConnection = z.strictObject({
  kind: z.literal('connection'),
  provider: z.string(),
  /** What the provider is called. */
  name: z.string(),
  /** What the person is called at the provider: their address or name there, else the account's id. */
  label: z.string(),
  providerAccountId: z.string(),
  addedAt: timestamp,
  /** `false` when this is the only way left to sign in. */
  canRemove: z.boolean(),
});

/** A phone number that was verified. */
const addedPhone = z.strictObject({
  kind: z.literal('phone'),
  international: z.string(),
  addedAt: timestamp,
  /** `false` when this is the only way left to sign in. */
  canRemove: z.boolean(),
});

export const addition = z.discriminatedUnion('kind', [addedConnection, addedPhone]);
export type Addition = z.infer<typeof addition>;
export type AddedConnection = z.infer<typeof addedConnection>;

export const securityReview = z.strictObject({
  /** What was added from then on is listed. */
  since: timestamp,
  /** Newest first; never empty. */
  additions: z.array(addition),
});
export type SecurityReview = z.infer<typeof securityReview>;
export const getSecurityReviewOutput = securityReview.nullable();

export const finishSecurityReviewOutput = z.strictObject({ finished: z.literal(true) });
