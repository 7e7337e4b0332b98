import { plural } from '../plural.ts';

export const failedJobsPages = {
  failedJobs: {
    title: 'Failed jobs',
    list: 'Jobs that were given up',
    hint: 'They are listed for 30 days.',
    none: 'No job was given up.',
    kinds: {
      mail: 'Send a mail',
      'revoke-grant': 'Revoke the grant of a connected account',
      'release-phone': 'Release a phone number',
      'unfinished-sign-in': 'Report a sign-in that was not finished',
    },
    attempts: (count: number) => plural(count, { one: 'Tried once', other: `Tried ${count} times` }),
    givenUp: 'given up',
    theUser: 'The person',
    retryOf: (job: string) => `Try again: ${job}`,
    retryAll: (count: number) => `Try all ${count} again`,
    retried: (count: number) =>
      count === 0
        ? 'Somebody was faster: no job waits here any more.'
        : plural(count, {
            one: 'The job runs again.',
            other: `${count} jobs run again.`,
          }),
    created: 'Created',
    lastError: 'Last error',
    discard: 'Discard',
    discardOf: (job: string) => `Discard: ${job}`,
    discardTitle: 'Discard this job?',
    discardMeaning: (job: string) =>
      `“${job}” will never be done, and its content is deleted. Nobody can undo it.`,
    discarded: 'The job is discarded.',
    webhooks: 'Webhooks',
    webhooksHint:
      'Endpoints that fail, that were disabled, or that have deliveries without further attempts.',
    noWebhooks: 'Every endpoint receives its events.',
    failedDeliveries: (count: number) =>
      count === 0
        ? 'No failed delivery'
        : plural(count, {
            one: 'One failed delivery',
            other: `${count} failed deliveries`,
          }),
    enableFirst: 'Enable it to send them again.',
    replayAll: 'Send again',
    replayed: (count: number) =>
      count === 0
        ? 'There was nothing left to send again.'
        : plural(count, {
            one: 'One delivery is sent again.',
            other: `${count} deliveries are sent again.`,
          }),
    failing: 'Failing',
    disabled: 'Disabled',
    disabledBy: {
      administrator: 'An administrator or an application disabled it.',
      gone: 'It answered 410: it wants no more events.',
      failing: 'No delivery succeeded for five days.',
    },
  },
};
