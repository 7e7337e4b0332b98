import { z } from 'zod';
import { ACTIVITY_GROUPS } from '../activity-groups.ts';
import { ACTIVITY_PAGE_MAX_SIZE, ACTIVITY_PAGE_SIZE } from '../limits.ts';
import { device } from './device.ts';
import { documentId, timestamp } from './fields.ts';

export const activityKind = z.enum(Object.values(ACTIVITY_GROUPS).flat());

export const activity = z.strictObject({
  id: documentId,
  kind: activityKind,
  /** `email-link`, `email-code`, `phone-code`, `password`, or a provider's id; `null` where none played a part. */
  method: z.string().nullable(),
  /** How the provider is called, where `method` is one. */
  methodName: z.string().nullable(),
  /** How the person knows what it was about: their name at the provider, a token's name, a device's. */
  label: z.string().nullable(),
  /** How many times within the hour from `at`: of failed tries alone, else 1. */
  count: z.int(),
  device,
  ip: z.string().nullable(),
  at: timestamp,
});
export type Activity = z.infer<typeof activity>;

export const listActivityInput = z
  .strictObject({
    /** `nextCursor` of the page before. */
    cursor: z.string().max(64).optional(),
    limit: z.int().min(1).max(ACTIVITY_PAGE_MAX_SIZE).default(ACTIVITY_PAGE_SIZE),
    /** These alone. */
    kinds: z.array(activityKind).min(1).max(activityKind.options.length).optional(),
    /** tRPC's hook for endless lists sends it along; there is no other. */
    direction: z.literal('forward').optional(),
  })
  .prefault({});

/** Newest first. */
export const listActivityOutput = z.strictObject({
  events: z.array(activity),
  /** For the page after this one; `null` when there is none. */
  nextCursor: z.string().nullable(),
});
export type ActivityPage = z.infer<typeof listActivityOutput>;
