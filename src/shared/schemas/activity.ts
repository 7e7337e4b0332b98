import { z } from 'zod';
import { ACTIVITY_GROUPS } from '../activity-groups.ts';
import { device } from './device.ts';
import { documentId, timestamp } from './fields.ts';

const ACTIVITY_PAGE_SIZE = 25;
const ACTIVITY_PAGE_MAX_SIZE = 100;
export const activityKind = z.enum(Object.values(ACTIVITY_GROUPS).flat());

export const activity = z.strictObject({
  id: documentId.describe('The id of the event.'),
  kind: activityKind.describe('What happened.'),
  method: z
    .string()
    .nullable()
    .describe(
      'The sign-in method: `email-link`, `email-code`, `phone-code`, `password`, `passkey`, `totp`, `recovery-code` or the id of an identity provider. Two steps are joined: `password + totp`. `null` where none was used.',
    ),
  methodName: z.string().nullable().describe('The name of the identity provider, where `method` has one.'),
  label: z
    .string()
    .nullable()
    .describe(
      'What it was about, in words that the person knows: their name at the provider, the name of a token, device, passkey or authenticator app; for `recovery-code-used`, how many codes are left.',
    ),
  count: z
    .int()
    .describe(
      'How often it happened within an hour from `at`. Only failed tries are counted together; otherwise 1.',
    ),
  device: device.describe('The device from which it was done.'),
  thisDevice: z
    .boolean()
    .describe('Whether it was done in the session that asks, or was the sign-in that made this session.'),
  ip: z.string().nullable().describe('The IP address from which it was done; `null` where it is not known.'),
  at: timestamp.describe('When it happened.'),
});
export type Activity = z.infer<typeof activity>;

export const listActivityInput = z
  .strictObject({
    cursor: z.string().max(64).optional().describe('`nextCursor` of the page before.'),
    limit: z
      .int()
      .min(1)
      .max(ACTIVITY_PAGE_MAX_SIZE)
      .default(ACTIVITY_PAGE_SIZE)
      .describe('How many events the page has at most.'),
    kinds: z
      .array(activityKind)
      .min(1)
      .max(activityKind.options.length)
      .optional()
      .describe('Lists only events of these kinds.'),
  })
  .prefault({});

export const listActivityOutput = z.strictObject({
  events: z.array(activity).describe('The events, newest first.'),
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last one.'),
});
export type ActivityPage = z.infer<typeof listActivityOutput>;
