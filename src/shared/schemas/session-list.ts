import { z } from 'zod';
import { device } from './device.ts';
import { documentId, timestamp } from './fields.ts';

export const listedSession = z.strictObject({
  id: documentId.describe('The id for `session.revoke`. It is not the session token and gives no access.'),
  current: z.boolean().describe('Whether it is the session that asks.'),
  byAdministrator: z
    .boolean()
    .describe('Whether it is an administrator who acts as this person; it has no device and no address.'),
  app: z
    .strictObject({
      id: z.string().describe('The id of the OAuth client.'),
      name: z.string().describe('The name of the app.'),
      authorizedBy: documentId.describe(
        'The id of the session in which the person signed in to the app. When the person ends that one by `session.revoke`, this one ends, too.',
      ),
    })
    .nullable()
    .describe('The app that signed in by OAuth; `null` for a browser.'),
  device: device.describe('The device that signed in.'),
  ip: z.string().nullable().describe('The IP address that signed in.'),
  createdAt: timestamp.describe('When the person signed in.'),
  lastSeenAt: timestamp.describe('When it was last used, to within a few minutes.'),
  expires: timestamp.describe('When it ends unless it is used before.'),
});
export type ListedSession = z.infer<typeof listedSession>;

export const listSessionsOutput = z.array(listedSession);
export const revokeSessionInput = z.strictObject({ id: documentId.describe('The id of the session.') });
export const revokeSessionOutput = z.strictObject({
  id: documentId.describe('The id of the session.'),
  current: z.boolean().describe('Whether it was the session that asked. That one is signed out now.'),
});

export const revokeOtherSessionsOutput = z.strictObject({
  revoked: z.int().describe('How many sessions were ended.'),
});
