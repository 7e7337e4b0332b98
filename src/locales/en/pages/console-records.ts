import type { AuditRow } from '../../../shared/schemas/audit.ts';
import type { ServiceScope } from '../../../shared/service-scopes.ts';
import { plural } from '../plural.ts';

const scopes: Readonly<Record<ServiceScope, string>> = {
  'users:read': 'See people',
  'users:write': 'Create, change, suspend and delete people',
  'roles:write': 'Change roles',
  'sessions:write': 'Sign people out',
  'users:import': 'Import people',
  'events:read': 'Read events',
  'webhooks:write': 'Manage webhooks',
};

export const serviceKeys = {
  title: 'Service keys',
  listTitle: 'All keys',
  listHint: 'An application uses a service key to work with people. It never acts on administrators.',
  none: 'There is no service key.',
  newTitle: 'New service key',
  newHint: 'It is shown only once, after you create it.',
  nameHint: 'Which application has it: “Billing”.',
  scopesLegend: 'What may it do?',
  scopes,
  addresses: 'Allowed addresses (optional)',
  addressesHint: 'IP addresses or networks such as 192.0.2.0/24, one in each line. Empty: any address.',
  addressesInvalid: 'One of them is no IP address and no network.',
  create: 'Create service key',
  readyTitle: (name: string) => `“${name}” is ready`,
  key: 'Service key',
  copyKey: 'Copy service key',
  revokeMeaning: 'The application that has it stops working at once. You cannot restore a revoked key.',
  revoked: (name: string) => `“${name}” is revoked. It no longer works.`,
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  onlyFrom: 'Only from',
  madeBy: 'Made by',
  madeByServer: 'Made by a command on the server',
};

const actions: Readonly<Record<AuditRow['action'], string>> = {
  'user-created': 'Created a person',
  'user-updated': 'Changed a profile',
  'user-data-changed': 'Changed fields of the application',
  'user-roles-changed': 'Changed roles',
  'user-suspended': 'Suspended a person',
  'user-resumed': 'Ended a suspension',
  'user-sessions-ended': 'Signed a person out',
  'user-second-factor-removal-requested': 'Asked for the removal of two-step verification',
  'user-deleted': 'Deleted a person',
  'user-imported': 'Imported a person',
  'user-impersonated': 'Began to act as a person',
  'user-impersonation-ended': 'Stopped acting as a person',
  'users-exported': 'Exported people',
  'service-key-created': 'Created a service key',
  'service-key-revoked': 'Revoked a service key',
  'webhook-created': 'Added a webhook endpoint',
  'webhook-updated': 'Changed a webhook endpoint',
  'webhook-enabled': 'Enabled a webhook endpoint',
  'webhook-disabled': 'Disabled a webhook endpoint',
  'webhook-secret-rotated': 'Rotated a webhook secret',
  'webhook-tested': 'Sent a test event',
  'webhook-replayed': 'Sent events again',
  'webhook-deleted': 'Deleted a webhook endpoint',
  'job-retried': 'Tried a job again',
  'job-discarded': 'Discarded a job',
  'credentials-ended': 'Ended all sign-ins and credentials from before a time',
};

export const auditLog = {
  title: 'Audit log',
  list: 'Entries',
  hint: 'What administrators, applications and commands on the server did, newest first.',
  action: 'Action',
  everything: 'Everything',
  actions,
  actors: { administrator: 'Administrator', 'service-key': 'Service key', server: 'Command on the server' },
  subjects: { user: 'Person', 'service-key': 'Service key', job: 'Job', webhook: 'Webhook endpoint' },
  about: (subject: string) => `Only about ${subject}`,
  by: 'by',
  from: 'from',
  hidden: '(hidden)',
  reason: 'Reason',
  before: 'Before',
  after: 'After',
  value: 'Value',
  changes: 'What changed',
  none: 'There is no entry.',
};

export const failedJobs = {
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
  thePerson: 'The person',
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
  unknownError: 'unknown',
  discard: 'Discard',
  discardOf: (job: string) => `Discard: ${job}`,
  discardTitle: 'Discard this job?',
  discardMeaning: (job: string) =>
    `“${job}” will never be done, and its content is deleted. Nobody can undo it.`,
  discarded: 'The job is discarded.',
  webhooks: 'Webhooks',
  webhooksHint: 'Endpoints that fail, that were disabled, or that have deliveries without further attempts.',
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
      ? 'There was nothing to send again. Tests are not repeated.'
      : plural(count, {
          one: 'One delivery is sent again.',
          other: `${count} deliveries are sent again.`,
        }),
};

export const overview = {
  title: 'Overview',
  now: 'Now',
  people: 'People',
  suspended: 'Suspended',
  administrators: 'Administrators',
  waitingMails: 'Mails waiting',
  failedJobs: 'Failed jobs',
  failingEndpoints: 'Failing endpoints',
  days: 'The last 30 days, by UTC day',
  signUps: 'New people',
  signIns: 'Sign-ins by method',
  failures: 'Failed sign-ins by method',
  day: 'Day',
  total: 'Total',
  otherMethods: 'Other methods',
  nothing: 'Nothing in the last 30 days.',
  methods: {
    'email-link': 'Mail link',
    'email-code': 'Mail code',
    'phone-code': 'Phone',
    password: 'Password',
    passkey: 'Passkey',
    totp: 'Authenticator app',
    'recovery-code': 'Recovery code',
  },
};
