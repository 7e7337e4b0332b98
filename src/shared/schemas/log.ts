import { z } from 'zod';

/** A sign-in error that only the browser saw. An unknown caller wrote it, so it goes to the log alone. */
export const logReport = z.strictObject({
  code: z.string().max(64).describe('The error code.'),
  message: z.string().max(1000).optional().describe('The message of the error.'),
  provider: z.string().max(64).optional().describe('The id of the identity provider.'),
  path: z
    .string()
    .max(200)
    .regex(/^\/[^?#]*$/)
    .optional()
    .describe('The path of the page without its query, because queries hold tokens.'),
});
export type LogReport = z.infer<typeof logReport>;
