import { z } from 'zod';
import { timestamp } from './fields.ts';
import { proof } from './proofs.ts';

/** `data.export` answers no keys, secrets, codes and hashes. */

export const exportedProofs = z.array(proof).describe('How the person proved who they are, oldest first.');

const exportedPasskey = z.strictObject({
  id: z.string().describe('The id of the credential. Its key is not exported.'),
  name: z.string().describe('The name that the person chose, or that of the authenticator.'),
  host: z.string().describe('The host to which it belongs.'),
  model: z.string().describe('The AAGUID of the authenticator; all zero when it does not say.'),
  synced: z.boolean().describe('Whether it may be on several devices.'),
  transports: z.array(z.string()).describe('How the browser reaches it.'),
  counter: z.int().describe('The signature counter of its last use.'),
  createdAt: timestamp.describe('When it was created.'),
  lastUsedAt: timestamp.nullable().describe('When it was last used.'),
});

const exportedAuthenticatorApp = z.strictObject({
  id: z.string().describe('The id of the authenticator app. Its secret is not exported.'),
  name: z.string().describe('The name that the person gave it.'),
  clockDriftSeconds: z.int().describe('How far its clock is ahead of ours.'),
  createdAt: timestamp.describe('When it was set up.'),
  lastUsedAt: timestamp.nullable().describe('When it was last used.'),
});

const exportedRecoveryCodes = z.strictObject({
  left: z
    .int()
    .describe('How many are not used yet. The codes themselves are stored as hashes and are not exported.'),
  createdAt: timestamp.describe('When they were created.'),
});

const exportedTrustedBrowser = z.strictObject({
  id: z.string().describe('The id of the trusted browser.'),
  userAgent: z.string().nullable().describe('What the browser called itself.'),
  createdAt: timestamp.describe('When the person chose not to be asked there.'),
  expires: timestamp.describe('When it is asked again.'),
});

const exportedRemoval = z.strictObject({
  reason: z.string().describe('The reason that the operator gave.'),
  requestedAt: timestamp.describe('When the operator asked for it.'),
  runsAt: timestamp.describe('When the second factors are removed.'),
});

const exportedPendingSignIn = z.strictObject({
  purpose: z
    .enum(['sign-in', 'verify'])
    .describe('Whether it becomes a session, or verifies the person in a session.'),
  sessionId: z.string().nullable().describe('The session that is verified; `null` for a sign-in.'),
  proofs: exportedProofs,
  connection: z
    .strictObject({
      provider: z.string().describe('The id of the identity provider.'),
      providerAccountId: z.string().describe('The account at the identity provider.'),
      label: z.string().nullable().describe('The address or name of the person there.'),
      image: z.string().nullable().describe('The address of their picture there.'),
      holdsTokens: z
        .boolean()
        .describe('Whether tokens of the identity provider are stored. They are not exported.'),
    })
    .nullable()
    .describe('What the identity provider said, when the sign-in was by one.'),
  wrongTries: z.int().describe('How many wrong answers were given.'),
  ip: z.string().nullable().describe('The IP address that passed the first step.'),
  userAgent: z.string().nullable().describe('What the browser called itself.'),
  createdAt: timestamp.describe('When the first step was passed.'),
  expires: timestamp.describe('When it expires.'),
});

const exportedChallenge = z.strictObject({
  purpose: z.string().describe('`create`, `verify` or `second-factor`.'),
  host: z.string().describe('The host to which the passkey belongs.'),
  sessionId: z.string().nullable().describe('The session in which it was asked for.'),
  expires: timestamp.describe('When it expires.'),
});

export const secondFactorExport = {
  passkeys: z.array(exportedPasskey).describe('The passkeys.'),
  passkeyHandle: z
    .string()
    .nullable()
    .describe('The random handle under which authenticators keep the passkeys; `null` before the first one.'),
  authenticatorApps: z.array(exportedAuthenticatorApp).describe('The authenticator apps.'),
  recoveryCodes: exportedRecoveryCodes.nullable().describe('The recovery codes; `null` without any.'),
  trustedBrowsers: z
    .array(exportedTrustedBrowser)
    .describe('The browsers that are not asked for the second factor.'),
  secondFactorRemoval: exportedRemoval
    .nullable()
    .describe('A removal of the second factors by the operator, which waits; otherwise `null`.'),
  pendingSignIns: z
    .array(exportedPendingSignIn)
    .describe('Sign-ins and verifications that wait for the second factor, or have just expired.'),
  passkeyChallenges: z
    .array(exportedChallenge)
    .describe('Challenges for passkeys that were made for the person and not used yet.'),
};
