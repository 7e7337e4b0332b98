import { z } from 'zod';

/** A sign-in error that only the browser saw. Everything in it is a stranger's text: it goes to the log and nowhere else. */
export const logReport = z.strictObject({
  code: z.string().max(64),
  message: z.string().max(1000).optional(),
  provider: z.string().max(64).optional(),
  /** The page's path, without its query: queries hold tokens. */
  path: z
    .string()
    .max(200)
    .regex(/^\/[^?#]*$/)
    .optional(),
});
export type LogReport = z.infer<typeof logReport>;
