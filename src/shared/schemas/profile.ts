import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { LOCALES } from '../locale.ts';
import { userName, providerAccountId, providerId, timestamp } from './fields.ts';
import { ownData } from './users.ts';

export const profile = z.strictObject({
  id: z.string().describe('The id of the user.'),
  name: z.string().nullable().describe('The name of the person.'),
  email: z.string().nullable().describe('The email address.'),
  emailVerified: z.boolean().describe('Whether the person has verified that it is theirs.'),
  image: z.string().nullable().describe('The path on this origin that serves the picture, or `null`.'),
  locale: z.enum(LOCALES).describe('The language of pages and mails.'),
  data: ownData.describe('The own fields of the application that the person may read (`profile.fields`).'),
  createdAt: timestamp.describe('When the account was created.'),
});
export type Profile = z.infer<typeof profile>;

export const updateProfileInput = z
  .strictObject({
    name: userName.nullable().optional().describe('The new name; `null` removes it.'),
    image: z
      .strictObject({
        provider: providerId.describe('The id of the identity provider.'),
        providerAccountId: providerAccountId.describe('The account at the identity provider.'),
      })
      .nullable()
      .optional()
      .describe(
        'The connected account whose picture is shown; `null` removes the picture. `profile.uploadPicture` takes a file.',
      ),
    locale: z.enum(LOCALES).optional().describe('The language of pages and mails.'),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: ISSUES['nothing-to-change'] });
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

export const setOwnDataInput = z.strictObject({
  data: ownData
    .refine((changes) => Object.keys(changes).length > 0, { error: ISSUES['nothing-to-change'] })
    .describe('The fields to change. `null` removes a value. The others stay.'),
});

/** `none`: the page shows the value only. */
const FIELD_INPUTS = ['text', 'number', 'boolean', 'choice', 'none'] as const;

export const ownField = z.strictObject({
  name: z.string().describe('The key in `data`.'),
  label: z
    .partialRecord(z.enum(LOCALES), z.string())
    .describe(
      'The name on pages, by language. It always has `en`, which every other language falls back to.',
    ),
  isWritable: z.boolean().describe('Whether the person may change it with `profile.setData`.'),
  input: z.enum(FIELD_INPUTS).describe('The input that fits its values; `none` for lists and objects.'),
  choices: z.array(z.string()).optional().describe('The values, with the input `choice`.'),
  minLength: z.int().optional().describe('How many characters a text has at least.'),
  maxLength: z.int().optional().describe('How many characters a text has at most.'),
  minimum: z.number().optional().describe('The smallest number.'),
  maximum: z.number().optional().describe('The largest number.'),
  isInteger: z.boolean().optional().describe('Whether a number is an integer.'),
});
export type OwnFieldShape = z.infer<typeof ownField>;

export const listOwnFieldsOutput = z.array(ownField);
