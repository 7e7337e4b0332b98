import { z } from 'zod';
import {
  AUTHENTICATOR_APPS_PER_USER,
  IMPORT_BATCH_SIZE,
  IMPORTED_HASH_MAX_LENGTH,
  PASSKEY_NAME_MAX_LENGTH,
  PASSKEYS_PER_USER,
} from '../limits.ts';
import { LOCALES } from '../locale.ts';
import { ONE_LINE } from '../one-line.ts';
import { documentId, emailAddress, userName, providerAccountId, providerId, timestamp } from './fields.ts';
import { externalId, ownData, roleName } from './users.ts';

export const EXPORT_PAGE_SIZE = 500;

/** Bytes without padding. */
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/);

const linkedSubject = z.strictObject({
  provider: providerId.describe('The id of an identity provider of this Foyer, such as `google`.'),
  providerAccountId: providerAccountId.describe('The subject: the id of the person at the provider.'),
});

const importedTotp = z.strictObject({
  secret: z
    .string()
    .max(256)
    .regex(/^[A-Z2-7]{16,}=*$/)
    .describe('The secret in Base32. The codes have six digits, change every 30 seconds and use SHA-1.'),
  name: z
    .string()
    .min(1)
    .max(PASSKEY_NAME_MAX_LENGTH)
    .regex(ONE_LINE)
    .optional()
    .describe('The name of the authenticator app.'),
});

const importedPasskey = z.strictObject({
  id: base64url(1400).describe('The id of the credential, base64url.'),
  publicKey: base64url(1400).describe('The public key as COSE, base64url.'),
  counter: z.int().min(0).max(0xffff_ffff).default(0).describe('The signature counter of its last use.'),
  transports: z.array(z.string().max(32)).max(10).default([]).describe('How the browser reaches it.'),
  aaguid: z
    .guid()
    .default('00000000-0000-0000-0000-000000000000')
    .describe('The model of the authenticator.'),
  synced: z.boolean().describe('Whether it is backup eligible: it may be on several devices.'),
  rpId: z
    .string()
    .min(1)
    .max(253)
    .describe('The host that it was created for. It must be that of this Foyer.'),
  name: z
    .string()
    .min(1)
    .max(PASSKEY_NAME_MAX_LENGTH)
    .regex(ONE_LINE)
    .optional()
    .describe('The name of the passkey.'),
});

/** One line of the file of `foyer users import`. */
export const importedUser = z.strictObject({
  externalId: externalId.describe('The id in the former system. A person with this id is imported once.'),
  email: emailAddress.optional().describe('The email address.'),
  emailVerified: z
    .boolean()
    .default(false)
    .describe('Whether the former system has checked that the address is theirs.'),
  name: userName.optional().describe('The name.'),
  locale: z.enum(LOCALES).optional().describe('The language of pages and mails.'),
  phone: z
    .string()
    .max(32)
    .optional()
    .describe('A phone number (E.164) that the former system has verified.'),
  passwordHash: z
    .string()
    .min(1)
    .max(IMPORTED_HASH_MAX_LENGTH)
    .optional()
    .describe('The hash of the password, in a form of the guide “Import people”.'),
  accounts: z
    .array(linkedSubject)
    .max(20)
    .optional()
    .describe('The connections to identity providers. Each subject belongs to one person.'),
  totp: z.array(importedTotp).max(AUTHENTICATOR_APPS_PER_USER).optional().describe('The authenticator apps.'),
  passkeys: z.array(importedPasskey).max(PASSKEYS_PER_USER).optional().describe('The passkeys.'),
  passkeyHandle: base64url(86)
    .optional()
    .describe('The user handle that all passkeys were created with, base64url.'),
  roles: z.array(roleName).max(20).optional().describe('The roles. A service key needs `roles:write`.'),
  data: ownData.optional().describe('Values of own fields.'),
  createdAt: timestamp.optional().describe('When the account was created.'),
});
export type ImportedUser = z.infer<typeof importedUser>;

export const IMPORT_REFUSALS = {
  repeated: 'This batch names the same external id, address, number, account or passkey twice.',
  'email-taken': 'Somebody else has this address.',
  'email-reserved': 'Somebody changed away from this address lately and can still undo it.',
  'email-domain-refused': 'Addresses of this domain cannot be used here.',
  'phone-taken': 'Somebody else has this phone number.',
  'phone-invalid': 'This is not a phone number in the form of E.164, such as +493012345678.',
  'provider-unknown': 'This Foyer has no identity provider with this id.',
  'account-taken': 'Somebody else has this account at the identity provider.',
  'passkey-taken': 'Somebody else has this passkey.',
  'passkey-other-host': 'This passkey was created for another host, so no browser offers it here.',
  'passkey-handle-missing': 'Passkeys need the user handle that they were created with.',
  'passkey-invalid': 'This public key cannot be read, or its algorithm is not in use.',
  'password-hash-unknown': 'This hash is in no known form.',
  'password-hash-too-expensive': 'The parameters of this hash cost more than the server spends on a guess.',
  'role-unknown': 'This role is not declared.',
  'role-refused':
    'An import does not give this role: it is `administrator` or another grave role, or the service key lacks `roles:write`.',
  'data-invalid': 'These own fields are not declared, not for this caller, or have wrong values.',
  taken: 'Another person has one of these values.',
} as const satisfies Record<string, string>;
export type ImportRefusal = keyof typeof IMPORT_REFUSALS;

export const importUsersInput = z.strictObject({
  people: z
    .array(importedUser)
    .min(1)
    .max(IMPORT_BATCH_SIZE)
    .describe('The people, 500 at most. When one is malformed, none is imported.'),
  dryRun: z.boolean().default(false).describe('Checks everything and writes nothing.'),
});
export type ImportUsersInput = z.infer<typeof importUsersInput>;

export const importUsersOutput = z.strictObject({
  created: z.int().describe('How many people were created.'),
  existing: z
    .int()
    .describe('How many were imported before. They stay as they are, and deleted ones stay deleted.'),
  refused: z
    .array(
      z.strictObject({
        index: z.int().describe('The position in `people`, from 0.'),
        externalId: z.string().describe('The external id.'),
        reason: z
          .enum(Object.keys(IMPORT_REFUSALS) as [ImportRefusal, ...ImportRefusal[]])
          .describe('Why, for programs.'),
        message: z.string().describe('Why, as an English sentence.'),
      }),
    )
    .describe('The people who were not imported.'),
});
export type ImportUsersOutput = z.infer<typeof importUsersOutput>;

export const exportUsersInput = z
  .strictObject({
    cursor: documentId.optional().describe('`nextCursor` of the page before.'),
    limit: z
      .int()
      .min(1)
      .max(EXPORT_PAGE_SIZE)
      .default(EXPORT_PAGE_SIZE)
      .describe('How many people the page has at most.'),
  })
  .prefault({});
export type ExportUsersInput = z.infer<typeof exportUsersInput>;

/** As `users.import` takes them, without password hash, second factor and passkey. */
export const exportedUser = z.strictObject({
  externalId: z.string().describe('The external id; the id of the user where there is none.'),
  email: z.string().optional().describe('The email address.'),
  emailVerified: z.boolean().describe('Whether the person has verified that it is theirs.'),
  name: z.string().optional().describe('The name.'),
  locale: z.enum(LOCALES).describe('The language of pages and mails.'),
  phone: z.string().optional().describe('The verified phone number (E.164).'),
  accounts: z.array(linkedSubject).optional().describe('The connections to identity providers.'),
  roles: z.array(z.string()).optional().describe('The roles, without `administrator` and other grave ones.'),
  data: ownData.optional().describe('The own fields that the caller may read.'),
  createdAt: timestamp.describe('When the account was created.'),
});
export type ExportedUser = z.infer<typeof exportedUser>;

export const exportUsersOutput = z.strictObject({
  people: z.array(exportedUser).describe('The people, in the order in which Foyer stored them.'),
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last one.'),
});
export type ExportUsersOutput = z.infer<typeof exportUsersOutput>;
