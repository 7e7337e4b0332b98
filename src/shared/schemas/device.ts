import { z } from 'zod';

/** What a person may recognise a device by; its sender wrote it, so it proves nothing. */
export const device = z.strictObject({
  /** As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`. */
  browser: z.string().nullable(),
  /** `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send. */
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'phone', 'tablet', 'script', 'unknown']),
});
export type Device = z.infer<typeof device>;
