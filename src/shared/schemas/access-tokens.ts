import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { device } from './device.ts';
import { SCOPES } from '../scopes.ts';
import { documentId, personName, timestamp } from './fields.ts';

export const accessToken = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** How it begins and ends, for telling one from another: `foyer_pat_…4fQz`. */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: timestamp,
  expires: timestamp,
  expired: z.boolean(),
  /** To within a few minutes. */
  lastUsed: z.strictObject({ at: timestamp, ip: z.string().nullable(), device }).nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

export const currentAccessTokenOutput = z.strictObject({
  ...accessToken.shape,
  /** Whose it is. */
  userId: z.string(),
});
export type CurrentAccessToken = z.infer<typeof currentAccessTokenOutput>;

/** Newest first; what expired stays for a month. */
export const listAccessTokensOutput = z.array(accessToken);

/** At least one, each once. */
export const accessTokenScopes = z
  .array(z.enum(SCOPES))
  .min(1, { error: ISSUES['scopes-missing'] })
  .max(SCOPES.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, { error: ISSUES['scope-twice'] });

export const createAccessTokenInput = z.strictObject({
  /** What its owner will know it by. */
  name: personName,
  scopes: accessTokenScopes,
  /** A year from now at most. */
  expires: timestamp,
});
export type CreateAccessTokenInput = z.infer<typeof createAccessTokenInput>;

export const createAccessTokenOutput = z.strictObject({
  /** The secret. It is told this once and stored nowhere. */
  token: z.string(),
  accessToken,
});
export type CreatedAccessToken = z.infer<typeof createAccessTokenOutput>;

export const revokeAccessTokenInput = z.strictObject({ id: documentId });
export const revokeAccessTokenOutput = z.strictObject({ id: z.string() });
