import { z } from 'zod';
import { IMAGE_URL_MAX_LENGTH } from '../limits.ts';
import { LOCALES } from '../locale.ts';
import { personName, timestamp } from './fields.ts';

export const profile = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  locale: z.enum(LOCALES),
  createdAt: timestamp,
});
export type Profile = z.infer<typeof profile>;

/** A field that is left out stays as it is; `null` clears it. */
export const updateProfileInput = z
  .strictObject({
    name: personName.nullable().optional(),
    image: z
      .url({ protocol: /^https$/, error: 'Enter the address of a picture, beginning with https://.' })
      .max(IMAGE_URL_MAX_LENGTH, { error: 'This address is too long.' })
      .nullable()
      .optional(),
    locale: z.enum(LOCALES).optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change.' });
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;
