import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { LOCALES } from '../locale.ts';
import { personName, providerAccountId, providerId, timestamp } from './fields.ts';

export const profile = z.strictObject({
  id: z.string().describe('The id of the user.'),
  name: z.string().nullable().describe('The name of the person.'),
  email: z.string().nullable().describe('The email address.'),
  emailVerified: z.boolean().describe('Whether the person has proven that it is theirs.'),
  image: z.string().nullable().describe('The path on this origin that serves the picture, or `null`.'),
  locale: z.enum(LOCALES).describe('The language of pages and mails.'),
  createdAt: timestamp.describe('When the account was created.'),
});
export type Profile = z.infer<typeof profile>;

export const updateProfileInput = z
  .strictObject({
    name: personName.nullable().optional().describe('The new name; `null` removes it.'),
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
