import { z } from 'zod';
import { FAILED_JOBS_LISTED_MAX } from '../limits.ts';
import { documentId, timestamp } from './fields.ts';
import { reason } from './users.ts';

export const dayCount = z.strictObject({
  day: z.iso.date().describe('The day (UTC).'),
  method: z.string().describe('The sign-in method; empty where there is none.'),
  methodName: z.string().nullable().describe('The name of the identity provider, where `method` is one.'),
  count: z.int().describe('How often.'),
});

export const overviewInput = z
  .strictObject({
    days: z.int().min(1).max(90).default(30).describe('How many days the counts by day cover, with today.'),
  })
  .prefault({});

export const overviewOutput = z.strictObject({
  people: z.int().describe('How many people there are. A large number is an estimate of the database.'),
  suspended: z.int().describe('How many of them are suspended.'),
  administrators: z.int().describe('How many of them are administrators who can sign in.'),
  signUps: z
    .array(dayCount)
    .describe('New people by day. The method is `import` for imported ones, else empty.'),
  signIns: z.array(dayCount).describe('Sign-ins by day and method.'),
  failures: z.array(dayCount).describe('Failed sign-ins by day and method.'),
  waitingMails: z.int().describe('How many mails wait to be sent.'),
  failedJobs: z.int().describe('How many jobs were given up.'),
});
export type Overview = z.infer<typeof overviewOutput>;

export const failedJob = z.strictObject({
  id: documentId.describe('The id of the job.'),
  kind: z.string().describe('What it does: `mail`, `revoke-grant`, `release-phone`, `unfinished-sign-in`.'),
  userId: z.string().nullable().describe('The user whom it concerns; `null` when none is known.'),
  attempts: z.int().describe('How often it was tried.'),
  failure: z.string().describe('Why the last attempt failed, without addresses.'),
  createdAt: timestamp.describe('When it was decided.'),
  failedAt: timestamp.describe('When it was given up.'),
});
export type FailedJob = z.infer<typeof failedJob>;

export const listFailedJobsOutput = z.array(failedJob);
export const retryJobInput = z.strictObject({ id: documentId.describe('The id of the job.') });
export const retryJobOutput = z.strictObject({ id: z.string().describe('The id of the job.') });

export const retryJobsInput = z.strictObject({
  ids: z.array(documentId).min(1).max(FAILED_JOBS_LISTED_MAX).describe('The ids of the jobs.'),
});
export const retryJobsOutput = z.strictObject({
  count: z.int().describe('How many of them run again. The others were not given up any more.'),
});
export const discardJobInput = z.strictObject({ id: documentId.describe('The id of the job.') });
export const discardJobOutput = z.strictObject({ id: z.string().describe('The id of the job.') });

export const impersonateInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  reason: reason.describe('Why. The person reads it.'),
  minutes: z.int().min(1).max(60).default(60).describe('How long it lasts at most.'),
});
