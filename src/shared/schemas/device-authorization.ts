import { z } from 'zod';
import { ISSUES } from '../issues.ts';
import { scopeName } from './access-tokens.ts';
import { device } from './device.ts';
import { timestamp } from './fields.ts';

/** Any case, and whatever people put between the letters. The result is `BCDF-GHJK`. */
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

export const userCodeInput = z.strictObject({
  userCode: userCode.describe('The code that the device shows.'),
});

export const inspectDeviceOutput = z.strictObject({
  userCode: z.string().describe('The code that the device shows.'),
  clientName: z
    .string()
    .describe('The app name that the device sent, which is not verified; that of `app`, where there is one.'),
  app: z
    .strictObject({
      id: z.string().describe('The id of the OAuth client.'),
      name: z.string().describe('The name of the app. It is verified: the application declares it.'),
    })
    .nullable()
    .describe('The declared app that signs in; `null` for a program that gets an access token.'),
  scopes: z
    .array(scopeName)
    .describe(
      'What the program may do. A declared app may also have scopes of OpenID Connect, such as `profile`.',
    ),
  ip: z.string().nullable().describe('The IP address from which it asked.'),
  sameAddress: z.boolean().describe('Whether this browser has the same IP address.'),
  device: device.describe('The device, as its program describes itself.'),
  createdAt: timestamp.describe('When it asked.'),
  expires: timestamp.describe('When its code expires.'),
  tokenDays: z.int().describe('For how many days it has access at most.'),
});
export type WaitingDevice = z.infer<typeof inspectDeviceOutput>;

export const decideDeviceOutput = z.strictObject({
  clientName: z
    .string()
    .describe(
      'The app name that the device sent, which is not verified; that of the declared app, where there is one.',
    ),
  app: z
    .string()
    .nullable()
    .describe(
      'The id of the declared app, which gets a session; `null` for a program that gets an access token.',
    ),
  decidedAt: timestamp.describe('When the person decided.'),
});

export type DecidedDevice = z.infer<typeof decideDeviceOutput>;
