import { z } from 'zod';
import { LOCALES } from '../locale.ts';
import { accessToken } from './access-tokens.ts';
import { listActivityInput } from './activity.ts';
import { documentId, timestamp } from './fields.ts';
import { listedSession } from './session-list.ts';

export const userMethod = z.strictObject({
  kind: z
    .enum(['email', 'password', 'phone', 'passkey', 'provider', 'authenticator-app', 'recovery-codes'])
    .describe('The kind of sign-in method or second factor.'),
  name: z
    .string()
    .nullable()
    .describe('The name of the identity provider, the passkey or the authenticator app; `null` for others.'),
  label: z
    .string()
    .nullable()
    .describe('The address, the number, the name at the provider, or how many recovery codes are left.'),
  addedAt: timestamp.nullable().describe('When it was added or verified; `null` where it is not recorded.'),
  lastUsedAt: timestamp.nullable().describe('When it was last used; `null` where it is not recorded.'),
  isConfirmed: z
    .boolean()
    .describe('`false`: somebody else put it on the account, and the person has not confirmed it.'),
});
export type UserMethod = z.infer<typeof userMethod>;

export const inspectUserOutput = z.strictObject({
  signInMethods: z.array(userMethod).describe('The sign-in methods and second factors.'),
  secondFactorRemoval: z
    .strictObject({
      runsAt: timestamp.describe('When the second factors are removed, unless the person stops it.'),
      reason: z.string().describe('Why.'),
    })
    .nullable()
    .describe('The removal of the second factors that waits; `null` without one.'),
  devices: z.array(listedSession).describe('Where the person is signed in.'),
  accessTokens: z.array(accessToken).describe('The access tokens of the person.'),
  serviceKeys: z.int().describe('How many service keys work that the person made.'),
});
export type UserDetails = z.infer<typeof inspectUserOutput>;

export const listUserActivityInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  ...listActivityInput.unwrap().pick({ cursor: true, limit: true }).shape,
});

export const declaredField = z.strictObject({
  name: z.string().describe('The key of the value in `data`.'),
  label: z
    .partialRecord(z.enum(LOCALES), z.string())
    .describe('The name on pages, by language. English is always there.'),
  input: z
    .enum(['text', 'number', 'boolean', 'choice', 'json'])
    .describe('How a page lets people enter a value. `json`: any other value.'),
  choices: z.array(z.string()).describe('The values of a choice; otherwise empty.'),
  isReadable: z.boolean().describe('Whether administrators may read it.'),
  isWritable: z.boolean().describe('Whether administrators may change it.'),
  isIndexed: z.boolean().describe('Whether `users.list` can filter by it.'),
});
export type DeclaredField = z.infer<typeof declaredField>;

export const configurationOutput = z.strictObject({
  roles: z
    .array(
      z.strictObject({
        name: z.string().describe('The role.'),
        permissions: z.array(z.string()).describe('What it allows.'),
        isGrave: z
          .boolean()
          .describe('Whether it needs that the person has confirmed everything on the account.'),
      }),
    )
    .describe('The roles that a person can have. `administrator` is always among them.'),
  fields: z.array(declaredField).describe('The own fields of the application.'),
});
export type DeclaredConfiguration = z.infer<typeof configurationOutput>;
