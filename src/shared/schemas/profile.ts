import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { LOCALES } from '../locale.ts';
import { personName, providerAccountId, providerId, timestamp } from './fields.ts';

export const profile = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Where the picture is served, a path on our origin. */
  image: z.string().nullable(),
  locale: z.enum(LOCALES),
  createdAt: timestamp,
});
export type Profile = z.infer<typeof profile>;

/** A field that is left out stays as it is; `null` clears it. */
export const updateProfileInput = z
  .strictObject({
    name: personName.nullable().optional(),
    /** The picture of a connection; one's own is uploaded by `profile.uploadPicture`. */
    image: z.strictObject({ provider: providerId, providerAccountId }).nullable().optional(),
    locale: z.enum(LOCALES).optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: ISSUES['nothing-to-change'] });
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;
