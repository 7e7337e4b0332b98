import { z } from 'zod';
import { callbackUrl, documentId, providerAccountId, providerId, timestamp } from './fields.ts';

export const account = z.strictObject({
  provider: z.string().describe('The id of the identity provider.'),
  type: z.enum(['oidc', 'oauth']).describe('The protocol of the identity provider.'),
  providerAccountId: z
    .string()
    .describe('The subject: what identifies the account at the identity provider.'),
  label: z
    .string()
    .describe(
      'The address or name of the person at the identity provider. The id follows where two accounts at one provider have the same.',
    ),
  labelIsId: z
    .boolean()
    .describe(
      'Whether `label` is the account id, because no name is stored. The next sign-in with the account stores it.',
    ),
  image: z
    .string()
    .nullable()
    .describe('The path on this origin that serves the picture of the account, or `null`.'),
  status: z
    .enum(['connected', 'ended'])
    .describe(
      '`ended`: the identity provider has withdrawn the grant. The next sign-in with the account renews it.',
    ),
  linkedAt: timestamp.describe('When the account was connected.'),
  lastUsedAt: timestamp.nullable().describe('When the person last signed in with it.'),
  canUnlink: z.boolean().describe('`false` when this is the only sign-in method.'),
});
export type Account = z.infer<typeof account>;

export const listAccountsOutput = z.array(account);

export const linkAccountInput = z.strictObject({
  provider: providerId.describe('The id of the identity provider.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const unlinkAccountInput = z.strictObject({
  provider: providerId.describe('The id of the identity provider.'),
  providerAccountId: providerAccountId.describe('The account at the identity provider.'),
});

export const inspectAccountInput = z.strictObject({
  provider: providerId.describe('The id of the identity provider.'),
  providerAccountId: providerAccountId.describe('The account at the identity provider.'),
});
export const inspectAccountOutput = z.strictObject({
  status: z
    .enum(['connected', 'ended', 'unknown'])
    .describe(
      'What the identity provider says of the grant. `unknown`: there is no token to ask with, or it did not answer.',
    ),
});

/** A sign-in method for a button. */
export const signInMethod = z.strictObject({
  id: z.string().describe('The id of the identity provider, or `email`.'),
  name: z.string().describe('The name for a button.'),
  type: z.enum(['oidc', 'oauth', 'email']).describe('The protocol of the identity provider, or `email`.'),
});
export type SignInMethod = z.infer<typeof signInMethod>;

/** A person agrees to exactly this, and nothing else is connected. */
export const linkConsent = z.strictObject({
  id: documentId.describe('The id of the waiting sign-in.'),
  provider: providerId.describe('The id of the identity provider.'),
  providerAccountId: providerAccountId.describe('The account at the identity provider.'),
});
export type LinkConsent = z.infer<typeof linkConsent>;

export const pendingLink = z.strictObject({
  id: documentId.describe('The id of the waiting sign-in. It gives no access.'),
  provider: z.string().describe('The id of the identity provider.'),
  providerName: z.string().describe('The name of the identity provider.'),
  providerAccountId: z.string().describe('The account at the identity provider.'),
  label: z
    .string()
    .nullable()
    .describe(
      'The user name or name at the identity provider, never an email address; `null` where it names none.',
    ),
  email: z
    .string()
    .describe(
      'The address that the identity provider names. It does not identify the account, because a provider may claim any address.',
    ),
  methods: z
    .array(signInMethod)
    .nullable()
    .describe(
      'The sign-in methods of the owner of that address. `null` until the address is verified: before that, nobody learns whether it is known.',
    ),
  callbackUrl: z
    .string()
    .describe('Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});
export type PendingLink = z.infer<typeof pendingLink>;
export const getPendingLinkOutput = pendingLink.nullable();

export const resumeLinkOutput = z.strictObject({
  outcome: z
    .enum(['linked', 'already-linked'])
    .describe('`already-linked`: the account was connected before.'),
  callbackUrl: z
    .string()
    .describe('Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const denyLinkOutput = z.strictObject({
  denied: z.literal(true).describe('Always `true`.'),
  callbackUrl: z
    .string()
    .describe('Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});
