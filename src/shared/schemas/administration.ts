import { z } from 'zod';
import { FAILED_JOBS_LISTED_MAX, OVERVIEW_DAYS_MAX } from '../limits.ts';
import { documentId, timestamp } from './fields.ts';
import { reason } from './users.ts';

const overviewCount = z.strictObject({
  at: timestamp.describe('The beginning of the hour, or of the day (UTC).'),
  count: z.int().describe('How often, or how many people.'),
});

export const overviewMethodCount = overviewCount.extend({
  method: z.string().describe('The sign-in method; empty where there is none.'),
  methodName: z.string().nullable().describe('The name of the identity provider, where `method` is one.'),
});

export const overviewInput = z
  .strictObject({
    days: z
      .int()
      .min(1)
      .max(OVERVIEW_DAYS_MAX)
      .default(30)
      .describe(
        'How many days the period has, with today, counted by day. `1`: the last 24 hours, counted by hour.',
      ),
  })
  .prefault({});

export const overviewOutput = z.strictObject({
  people: z.int().describe('How many people there are. A large number is an estimate of the database.'),
  suspended: z.int().describe('How many of them are suspended.'),
  administrators: z.int().describe('How many of them are administrators who can sign in.'),
  withPasskey: z
    .int()
    .nullable()
    .describe('How many of them have a passkey; `null` where counting takes too long.'),
  withSecondFactor: z
    .int()
    .nullable()
    .describe(
      'How many of them have an authenticator app, so that a sign-in asks for a second factor; `null` where counting takes too long.',
    ),
  days: z.int().describe('The days of the period.'),
  since: timestamp.describe('The beginning of the first hour or day of the period.'),
  signUps: z
    .array(overviewMethodCount)
    .describe('New people. The method is `import` for imported ones, else empty.'),
  signIns: z.array(overviewMethodCount).describe('Sign-ins by method.'),
  failures: z.array(overviewMethodCount).describe('Failed sign-ins by method.'),
  active: z
    .array(overviewCount)
    .describe('How many different people used a session in each hour or day. Some were deleted since.'),
  activePeople: z.int().describe('How many different people used a session in the whole period.'),
  before: z
    .strictObject({
      signUps: z.int().describe('New people.'),
      signIns: z.int().describe('Sign-ins.'),
      failures: z.int().describe('Failed sign-ins.'),
      activePeople: z.int().describe('Different people who used a session.'),
    })
    .describe('The sums of the period before, of the same length: it ends as many days before this hour.'),
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
