import { z } from 'zod';
import { callbackUrl, documentId, providerAccountId, providerId, timestamp } from './fields.ts';

export const account = z.strictObject({
  provider: z.string(),
  type: z.enum(['oidc', 'oauth']),
  providerAccountId: z.string(),
  /** What the person is called at the provider: their address or name there. The id follows where two accounts at one provider have the same. */
  label: z.string(),
  /** How they are called there is not stored, and `label` is the account's id. Signing in with it once brings the rest. */
  labelIsId: z.boolean(),
  /** Their picture there, where we serve it: a path on our origin. */
  image: z.string().nullable(),
  /** `ended`: the provider has withdrawn what it had granted; signing in with it once connects it again. */
  status: z.enum(['connected', 'ended']),
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

export const inspectAccountInput = z.strictObject({ provider: providerId, providerAccountId });
export const inspectAccountOutput = z.strictObject({
  /** What the provider says of our grant now; `unknown` when it gave us nothing to ask with, or did not answer. */
  status: z.enum(['connected', 'ended', 'unknown']),
});

/** A way to sign in that a user has, as a button may offer it. */
export const signInMethod = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['oidc', 'oauth', 'email']),
});
export type SignInMethod = z.infer<typeof signInMethod>;

/** What identifies a waiting account: a person agrees to exactly this, and nothing else is connected. */
export const linkConsent = z.strictObject({
  /** Names the one sign-in that waits. */
  id: documentId,
  provider: providerId,
  /** The subject: what identifies the account at the provider. */
  providerAccountId,
});
export type LinkConsent = z.infer<typeof linkConsent>;

export const pendingLink = z.strictObject({
  /** Names this one sign-in. It opens nothing. */
  id: documentId,
  provider: z.string(),
  providerName: z.string(),
  /** The subject: what identifies the account at the provider. */
  providerAccountId: z.string(),
  /** The user name or name at the provider, never an e-mail address; `null` where the provider gives none. */
  label: z.string().nullable(),
  /** The address that the provider names. It does not identify the account: a provider may claim any address. */
  email: z.string(),
  /** `null` until the address is proven: whether it is known here is nobody's business before. */
  methods: z.array(signInMethod).nullable(),
  callbackUrl: z.string(),
});
export type PendingLink = z.infer<typeof pendingLink>;
export const getPendingLinkOutput = pendingLink.nullable();

export const resumeLinkOutput = z.strictObject({
  outcome: z.enum(['linked', 'already-linked']),
  callbackUrl: z.string(),
});

export const denyLinkOutput = z.strictObject({ denied: z.literal(true), callbackUrl: z.string() });
