import { z } from 'zod';
import { documentId, timestamp } from './fields.ts';

const AUDIT_PAGE_SIZE = 25;
const AUDIT_PAGE_MAX_SIZE = 100;

const AUDIT_ACTORS = ['administrator', 'service-key', 'server'] as const;
const AUDIT_ACTIONS = [
  'user-created',
  'user-updated',
  'user-data-changed',
  'user-roles-changed',
  'user-suspended',
  'user-resumed',
  'user-sessions-ended',
  'user-second-factor-removal-requested',
  'user-deleted',
  'user-imported',
  'user-impersonated',
  'user-impersonation-ended',
  'users-exported',
  'service-key-created',
  'service-key-revoked',
  'webhook-created',
  'webhook-updated',
  'webhook-enabled',
  'webhook-disabled',
  'webhook-secret-rotated',
  'webhook-tested',
  'webhook-replayed',
  'webhook-deleted',
  'job-retried',
  'job-discarded',
  'credentials-ended',
] as const;

export const auditRow = z.strictObject({
  id: z.string().describe('The id of the entry.'),
  at: timestamp.describe('When it was done.'),
  actor: z
    .strictObject({
      kind: z.enum(AUDIT_ACTORS).describe('Who did it. `server`: a command on the server.'),
      id: z.string().nullable().describe('The id of the administrator or the service key.'),
      name: z.string().nullable().describe('Their name at that time.'),
      image: z
        .string()
        .nullable()
        .describe('The path on this origin that serves the present picture of the administrator, or `null`.'),
      isGone: z.boolean().describe('Whether the administrator or the service key is no longer stored.'),
    })
    .describe('Who did it.'),
  action: z.enum(AUDIT_ACTIONS).describe('What was done.'),
  subject: z
    .strictObject({
      kind: z.enum(['user', 'service-key', 'job', 'webhook']).describe('What it was done to.'),
      id: z.string().describe('Its id.'),
      name: z
        .string()
        .nullable()
        .describe(
          'Its present name: of the person (or their address), the service key or the endpoint (its URL); `null` when it has none or is gone.',
        ),
      image: z
        .string()
        .nullable()
        .describe('The path on this origin that serves the present picture of the person, or `null`.'),
      isGone: z
        .boolean()
        .describe(
          'Whether the person, the service key or the endpoint is no longer stored; of a job `true`.',
        ),
    })
    .nullable()
    .describe('What it was done to; `null` for nothing in particular.'),
  reason: z.string().nullable().describe('The reason that was given.'),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The changed values before. `(hidden)`: an own field that administrators may not read.'),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The changed values after. `(hidden)`: an own field that administrators may not read.'),
  ip: z.string().nullable().describe('The IP address from which it was done.'),
});
export type AuditRow = z.infer<typeof auditRow>;

export const auditIdInput = z.strictObject({ id: documentId.describe('The id of the entry.') });

export const listAuditInput = z
  .strictObject({
    subject: documentId.optional().describe('Only entries about this user, service key or job.'),
    actor: documentId.optional().describe('Only entries of this administrator or service key.'),
    actions: z
      .array(z.enum(AUDIT_ACTIONS))
      .min(1)
      .max(AUDIT_ACTIONS.length)
      .optional()
      .describe('Only these actions.'),
    actorKind: z.enum(AUDIT_ACTORS).optional().describe('Only entries of actors of this kind.'),
    from: timestamp.optional().describe('Only entries of then or later.'),
    until: timestamp.optional().describe('Only entries before.'),
    cursor: z.string().max(64).optional().describe('`nextCursor` of the page before.'),
    limit: z
      .int()
      .min(1)
      .max(AUDIT_PAGE_MAX_SIZE)
      .default(AUDIT_PAGE_SIZE)
      .describe('How many entries the page has at most.'),
  })
  .prefault({});
export type ListAuditInput = z.infer<typeof listAuditInput>;

export const listAuditOutput = z.strictObject({
  entries: z.array(auditRow).describe('The entries, newest first.'),
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last one.'),
});
export type AuditPage = z.infer<typeof listAuditOutput>;
