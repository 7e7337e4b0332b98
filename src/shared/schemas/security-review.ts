import { z } from 'zod';
import { timestamp } from './fields.ts';
import { credentialId } from './passkeys.ts';

const addedConnection = z.strictObject({
  kind: z.literal('connection').describe('An account at an identity provider was connected.'),
  provider: z.string().describe('The id of the identity provider.'),
  name: z.string().describe('The name of the identity provider.'),
  label: z.string().describe('The address or name of the person there, otherwise the account id.'),
  providerAccountId: z.string().describe('The account at the identity provider.'),
  addedAt: timestamp.describe('When it was added.'),
  canRemove: z.boolean().describe('`false` when this is the only sign-in method.'),
});

const addedPhone = z.strictObject({
  kind: z.literal('phone').describe('A phone number was verified.'),
  international: z.string().describe('The number as people write it.'),
  addedAt: timestamp.describe('When it was added.'),
  canRemove: z.boolean().describe('`false` when this is the only sign-in method.'),
});

const addedPasskey = z.strictObject({
  kind: z.literal('passkey').describe('A passkey was created.'),
  id: credentialId.describe('The id of the passkey.'),
  name: z.string().describe('The name of the passkey.'),
  addedAt: timestamp.describe('When it was created.'),
  canRemove: z.boolean().describe('`false` when this is the only sign-in method.'),
});

/** Their own pages remove these two. */
const addedPassword = z.strictObject({
  kind: z.literal('password').describe('A password was set.'),
  addedAt: timestamp.describe('When it was set.'),
});

const addedApp = z.strictObject({
  kind: z.literal('authenticator-app').describe('An authenticator app was added.'),
  name: z.string().describe('The name of the app.'),
  addedAt: timestamp.describe('When it was added.'),
});

export const addition = z.discriminatedUnion('kind', [
  addedConnection,
  addedPhone,
  addedPasskey,
  addedPassword,
  addedApp,
]);
export type Addition = z.infer<typeof addition>;
export type AddedConnection = z.infer<typeof addedConnection>;

export const securityReview = z.strictObject({
  reason: z
    .enum(['password-reset', 'vouched', 'password-breached'])
    .describe(
      '`password-reset`: the password was reset. `vouched`: an import or a service key set the account up. `password-breached`: the password is known from a data breach. A change of it ends the review.',
    ),
  since: timestamp.describe('What was added from then on is listed; when the breach was found.'),
  listed: z
    .string()
    .describe('A digest of everything that is confirmed with the list. `securityReview.finish` takes it.'),
  additions: z.array(addition).describe('What was added, newest first; empty only for a breached password.'),
});
export type SecurityReview = z.infer<typeof securityReview>;
export const getSecurityReviewOutput = securityReview.nullable();

export const finishSecurityReviewInput = z.strictObject({
  listed: z.string().max(64).describe('`listed` of the `securityReview.get` whose list the person has seen.'),
});

export const finishSecurityReviewOutput = z.strictObject({
  finished: z.literal(true).describe('Always `true`.'),
});
