import { z } from 'zod';

/** Its sender wrote it, so it proves nothing. */
export const device = z.strictObject({
  browser: z
    .string()
    .nullable()
    .describe(
      'The browser or program, as its maker calls it: `Firefox`, `Microsoft Edge`, `curl`; `null` where it is not known.',
    ),
  system: z
    .string()
    .nullable()
    .describe(
      'The operating system: `Windows`, `macOS`, `Android`. It has no version, because browsers do not send the real one.',
    ),
  kind: z.enum(['desktop', 'phone', 'tablet', 'script', 'unknown']).describe('The kind of device.'),
});
export type Device = z.infer<typeof device>;
