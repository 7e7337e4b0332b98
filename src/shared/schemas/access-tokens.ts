import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { LOCALES } from '../locale.ts';
import { device } from './device.ts';
import { documentId, userName, timestamp } from './fields.ts';
import { SCOPE_NAME_MAX_LENGTH } from '../limits.ts';

/** More than there can be. */
const TOKEN_SCOPES_MAX = 100;

/** A scope of Foyer, or one of `foyer.config.ts`. The server knows both. */
export const scopeName = z.string().max(SCOPE_NAME_MAX_LENGTH);

const localizedText = z
  .partialRecord(z.enum(LOCALES), z.string())
  .describe('The text by language. English is the fallback.');

export const accessToken = z.strictObject({
  id: z.string().describe('The id of the access token. It gives no access.'),
  name: z.string().describe('The name that its owner gave it.'),
  hint: z.string().describe('How the token begins and ends, to tell one from another: `foyer_pat_…4fQz`.'),
  scopes: z
    .array(scopeName)
    .describe('What the token may do. A scope that is no longer declared is left out: it allows nothing.'),
  createdAt: timestamp.describe('When it was created.'),
  expires: timestamp.describe('When it expires.'),
  expired: z.boolean().describe('Whether it has expired.'),
  lastUsed: z
    .strictObject({
      at: timestamp.describe('When it was used.'),
      ip: z.string().nullable().describe('The IP address that used it; `null` where it is not known.'),
      device: device.describe('The program that used it.'),
    })
    .nullable()
    .describe('Its last use, to within a few minutes; `null` before the first.'),
});
export type AccessToken = z.infer<typeof accessToken>;

export const currentAccessTokenOutput = z.strictObject({
  ...accessToken.shape,
  userId: z.string().describe('The id of the user who owns the token.'),
});
export type CurrentAccessToken = z.infer<typeof currentAccessTokenOutput>;

const ownScope = z.strictObject({
  name: z.string().describe('The scope: `orders:write`.'),
  label: localizedText.describe('What the token may do, by language.'),
  description: localizedText.nullable().describe('One sentence more, by language; `null` without one.'),
});
export type OwnScope = z.infer<typeof ownScope>;
export const listOwnScopesOutput = z.array(ownScope);
export const listAccessTokensOutput = z.array(accessToken);

/** At least one, each once. */
const accessTokenScopes = z
  .array(scopeName)
  .min(1, { error: ISSUES['scopes-missing'] })
  .max(TOKEN_SCOPES_MAX)
  .refine((scopes) => new Set(scopes).size === scopes.length, { error: ISSUES['scope-twice'] });

export const createAccessTokenInput = z.strictObject({
  name: userName.describe('A name by which its owner will know it.'),
  scopes: accessTokenScopes.describe('What the token may do: at least one scope, each once.'),
  expires: timestamp.describe('When it expires: a year from now at most.'),
});
export type CreateAccessTokenInput = z.infer<typeof createAccessTokenInput>;

export const createAccessTokenOutput = z.strictObject({
  token: z.string().describe('The access token itself. No later answer has it: Foyer stores its hash only.'),
  accessToken: accessToken.describe('The new access token as the list shows it.'),
});
export type CreatedAccessToken = z.infer<typeof createAccessTokenOutput>;

export const revokeAccessTokenInput = z.strictObject({
  id: documentId.describe('The id of the access token.'),
});
export const revokeAccessTokenOutput = z.strictObject({
  id: z.string().describe('The id of the revoked access token.'),
});
