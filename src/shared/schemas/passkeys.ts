import { z } from 'zod';
import { PASSKEY_NAME_MAX_LENGTH } from '../limits.ts';
import { ISSUES } from '../issues.ts';
import { ONE_LINE } from '../one-line.ts';
import { timestamp } from './fields.ts';

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]*$/);

/** At most 1,023 bytes (WebAuthn Level 3, 4). */
export const credentialId = base64url(1400).min(1);

/** What both credentials have. */
const credentialFields = {
  id: credentialId.describe('The id of the credential, base64url.'),
  rawId: credentialId.describe('The same id.'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  authenticatorAttachment: z
    .enum(['platform', 'cross-platform'])
    .nullish()
    .describe('Whether the authenticator is part of the device.'),
  clientExtensionResults: z
    .looseObject({})
    .describe('`clientExtensionResults` of the browser. Foyer reads only `credProps`.'),
};

/** `toJSON()` after `navigator.credentials.create` (WebAuthn Level 3, `RegistrationResponseJSON`). */
export const registrationCredential = z.strictObject({
  ...credentialFields,
  response: z
    .strictObject({
      clientDataJSON: base64url(8192).describe('Base64url.'),
      attestationObject: base64url(32_768).describe('Base64url.'),
      authenticatorData: base64url(16_384).optional().describe('Base64url. It is not read.'),
      transports: z.array(z.string().max(32)).max(10).optional().describe('How the browser reaches it.'),
      publicKeyAlgorithm: z.int().optional().describe('It is not read.'),
      publicKey: base64url(8192).optional().describe('It is not read.'),
    })
    .describe('The answer of the authenticator.'),
});
export type RegistrationCredential = z.infer<typeof registrationCredential>;

/** `toJSON()` after `navigator.credentials.get` (`AuthenticationResponseJSON`). */
export const authenticationCredential = z.strictObject({
  ...credentialFields,
  response: z
    .strictObject({
      clientDataJSON: base64url(8192).describe('Base64url.'),
      authenticatorData: base64url(16_384).describe('Base64url.'),
      signature: base64url(8192).describe('Base64url.'),
      userHandle: base64url(128).nullish().describe('Base64url.'),
    })
    .describe('The answer of the authenticator.'),
});
export type AuthenticationCredential = z.infer<typeof authenticationCredential>;

export const descriptor = z.strictObject({
  id: credentialId.describe('The id of a credential, base64url.'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  transports: z.array(z.string()).optional().describe('How the browser reaches it.'),
});

export const requestOptions = z
  .strictObject({
    challenge: z.string().describe('Base64url. It works once, in this browser.'),
    timeout: z.int().describe('Milliseconds.'),
    rpId: z.string().describe('The host to which passkeys belong.'),
    allowCredentials: z.array(descriptor).describe('Empty: any passkey of this site.'),
    userVerification: z.literal('required').describe('Always `required`.'),
  })
  .describe('For `PublicKeyCredential.parseRequestOptionsFromJSON`.');
export type PasskeyRequestOptions = z.infer<typeof requestOptions>;

export const creationOptions = z
  .strictObject({
    challenge: z.string().describe('Base64url. It works once, in this session and browser.'),
    timeout: z.int().describe('Milliseconds.'),
    rp: z
      .strictObject({
        id: z.string().describe('The host.'),
        name: z.string().describe('The name of the site.'),
      })
      .describe('The site.'),
    user: z
      .strictObject({
        id: z.string().describe('A random handle of the person, base64url. It is no id of Foyer’s.'),
        name: z.string().describe('The address of the person, or their name.'),
        displayName: z.string().describe('The name of the person, or their address.'),
      })
      .describe('The person.'),
    pubKeyCredParams: z
      .array(
        z.strictObject({
          alg: z.int().describe('COSE algorithm: -8, -7 or -257.'),
          type: z.literal('public-key').describe('Always `public-key`.'),
        }),
      )
      .describe('The algorithms, best first.'),
    excludeCredentials: z.array(descriptor).describe('The passkeys that the person has already.'),
    authenticatorSelection: z
      .strictObject({
        residentKey: z.literal('required').describe('Always `required`.'),
        requireResidentKey: z.literal(true).describe('Always `true`.'),
        userVerification: z.literal('required').describe('Always `required`.'),
      })
      .describe('What the authenticator must do.'),
    attestation: z.literal('none').describe('Always `none`.'),
    extensions: z
      .strictObject({ credProps: z.literal(true).describe('Always `true`.') })
      .describe('What the browser is asked beside it.'),
  })
  .describe('For `PublicKeyCredential.parseCreationOptionsFromJSON`.');
export type PasskeyCreationOptions = z.infer<typeof creationOptions>;

export const passkeyName = z
  .string()
  .trim()
  .min(1, { error: ISSUES['name-missing'] })
  .max(PASSKEY_NAME_MAX_LENGTH, { error: ISSUES['name-too-long'] })
  .regex(ONE_LINE, { error: ISSUES['name-not-one-line'] });

export const passkey = z.strictObject({
  id: credentialId.describe('The id of the credential, base64url.'),
  name: z.string().describe('The name that the person chose, or that of the authenticator.'),
  authenticator: z
    .strictObject({
      name: z.string().describe('Its name, such as `iCloud Keychain`.'),
      icon: z.string().nullable().describe('The path on this origin that serves its icon, or `null`.'),
    })
    .nullable()
    .describe('What keeps the passkey, by its AAGUID; `null` when it is not known.'),
  synced: z.boolean().describe('Whether it is on several devices. Otherwise it is on one device only.'),
  host: z.string().describe('The host to which it belongs (`rpId`).'),
  usable: z
    .boolean()
    .describe('`false`: it belongs to another host than the current one, so it does not sign in.'),
  createdAt: timestamp.describe('When it was created.'),
  lastUsedAt: timestamp.nullable().describe('When it was last used, or `null`.'),
  canRemove: z.boolean().describe('`false` when this is the only sign-in method.'),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = z.strictObject({
  passkeys: z.array(passkey).describe('Newest first.'),
  signals: z
    .strictObject({
      rpId: z.string().describe('The host.'),
      userId: z.string().describe('The handle of the person, base64url.'),
      name: z.string().describe('As in `passkeys.begin`.'),
      displayName: z.string().describe('As in `passkeys.begin`.'),
      allAcceptedCredentialIds: z.array(credentialId).describe('All passkeys of this host.'),
    })
    .nullable()
    .describe(
      'For `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails`, which tell the browser what is valid; `null` before the first passkey.',
    ),
});
export type PasskeyList = z.infer<typeof passkeyList>;

export const beginPasskeyCreationInput = z
  .strictObject({
    conditional: z
      .boolean()
      .optional()
      .describe(
        'Whether the browser creates it without asking, after a sign-in by password (`mediation: conditional`). Presence and verification of the person are then not asked for.',
      ),
  })
  .optional();

export const finishPasskeyInput = z.strictObject({
  credential: registrationCredential.describe('What the browser answered.'),
  name: passkeyName.optional().describe('Without it, the name of the authenticator or of the device.'),
});

export const renamePasskeyInput = z.strictObject({
  id: credentialId.describe('The id of the passkey.'),
  name: passkeyName.describe('The new name.'),
});

export const removePasskeyInput = z.strictObject({ id: credentialId.describe('The id of the passkey.') });
