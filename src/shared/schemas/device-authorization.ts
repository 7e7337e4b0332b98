import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { SCOPES } from '../scopes.ts';
import { accessTokenScopes, createAccessTokenOutput } from './access-tokens.ts';
import { device } from './device.ts';
import { linkToken, personName, timestamp } from './fields.ts';

/** Letters in any case, with whatever people put between them; made into the form in which it is shown, `BCDF-GHJK`. */
const userCode = z
  .string()
  .max(64)
  .transform((code) => code.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/, { error: ISSUES['user-code-incomplete'] })
      .transform((letters) => `${letters.slice(0, 4)}-${letters.slice(4)}`),
  );

export const startDeviceInput = z.strictObject({
  /** What the person will read: the program, and where it runs. */
  clientName: personName,
  scopes: accessTokenScopes,
});
export type StartDeviceInput = z.infer<typeof startDeviceInput>;

export const startDeviceOutput = z.strictObject({
  /** The program's own secret, for `device.poll`. */
  deviceCode: z.string(),
  /** What the person compares or types: `BCDF-GHJK`. */
  userCode: z.string(),
  /** The page on which they do. */
  verificationUri: z.url(),
  /** The same with the code in it. */
  verificationUriComplete: z.url(),
  /** When both codes are over. */
  expires: timestamp,
  /** Seconds to wait between two polls. */
  interval: z.int(),
});
export type StartedDevice = z.infer<typeof startDeviceOutput>;

export const userCodeInput = z.strictObject({ userCode });

export const inspectDeviceOutput = z.strictObject({
  userCode: z.string(),
  /** What the program calls itself. */
  clientName: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Where it asked from. */
  ip: z.string().nullable(),
  /** Whether that is the address that this browser has, too. */
  sameAddress: z.boolean(),
  device,
  createdAt: timestamp,
  expires: timestamp,
  /** Days that its access token would live. */
  tokenDays: z.int(),
});
export type WaitingDevice = z.infer<typeof inspectDeviceOutput>;

export const decideDeviceOutput = z.strictObject({ clientName: z.string() });

export const pollDeviceInput = z.strictObject({ deviceCode: linkToken });

/** The token, told this once. */
export const pollDeviceOutput = createAccessTokenOutput;
