import { z } from 'zod';
import { callbackUrl, providerAccountId, providerId, timestamp } from './fields.ts';

export const account = z.strictObject({
  provider: z.string(),
  type: z.enum(['oidc', 'oauth']),
  providerAccountId: z.string(),
  /** What the person is called at the provider: their address or name there, else the account's id. */
  label: z.string(),
  linkedAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** `false` when this is the only way left to sign in. */
  canUnlink: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const listAccountsOutput = z.array(account);

export const linkAccountInput = z.strictObject({
  provider: providerId,
  callbackUrl: callbackUrl.optional(),
});

export const unlinkAccountInput = z.strictObject({ provider: providerId, providerAccountId });
export type UnlinkAccountInput = z.infer<typeof unlinkAccountInput>;
