import type { Checklist, ChecklistKey, ChecklistState } from '../../../shared/schemas/checklist.ts';
import type { SettingGroupName, SettingsInForce } from '../../../shared/schemas/settings.ts';
import { plural } from '../plural.ts';

const names: Readonly<Record<ChecklistKey, string>> = {
  mail: 'Mail',
  provider: 'Identity provider',
  brand: 'Brand',
  secondFactor: 'Second factor of administrators',
  backup: 'Database and backups',
  webhook: 'Webhook',
  proxy: 'Proxy and HTTPS',
};
const states: Readonly<Record<ChecklistState, string>> = { done: 'Done', open: 'To do', broken: 'Problem' };
const databases: Readonly<Record<Checklist['backup']['database'], string>> = {
  embedded: 'The embedded database is for development only. Set MONGODB_URI.',
  single:
    'A single server is backed up only while Foyer is stopped. On a replica set, Foyer can go on meanwhile.',
  'replica-set':
    'The replica set can be backed up while Foyer runs. Foyer does not see whether you do it, so try a restore.',
  sharded:
    'The sharded cluster can be backed up while Foyer runs. Foyer does not see whether you do it, so try a restore.',
};
const proxies: Readonly<Record<NonNullable<Checklist['proxy']['problem']>, string>> = {
  'plain-http':
    'People reach this server by plain HTTP. Put a proxy with HTTPS before it, and set APP_ORIGIN.',
  'not-trusted':
    'A proxy passes this request on, and TRUST_PROXY is off. So everybody has the proxy’s address and shares its limits.',
  'no-header':
    'This request has no X-Forwarded-For header. The proxy must send it, and TRUST_PROXY must name the proxy.',
  'too-many-trusted':
    'This request passed fewer proxies than TRUST_PROXY says. So a caller can choose which address Foyer sees.',
  'unknown-sender': 'A proxy passes this request on whose address TRUST_PROXY does not name.',
};
const groups: Readonly<Record<SettingGroupName, string>> = {
  serving: 'Where Foyer answers',
  brand: 'Brand',
  storage: 'What Foyer stores',
  messages: 'Mail and text messages',
  webhooks: 'Webhooks',
  'sign-in': 'Sign-in',
};
const methods: Readonly<Record<SettingsInForce['signInMethods'][number], string>> = {
  email: 'Link or code by mail',
  password: 'Password',
  passkey: 'Passkey',
  phone: 'Code by text message',
};

export const operationPages = {
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

  checklist: {
    title: 'Get ready for production',
    progress: (done: number, total: number) => `${done} of ${total} done`,
    next: (name: string) => `Next: ${name}`,
    names,
    states,
    mailDone: 'A mail server is set, and no mail fails.',
    mailOpen: 'Mails go to the outbox of this server. Set SMTP_URL.',
    mailWaiting: (count: number) =>
      plural(count, {
        one: 'One mail has failed for ten minutes, and is tried again.',
        other: `${count} mails have failed for ten minutes, and are tried again.`,
      }),
    mailGivenUp: (count: number) =>
      plural(count, {
        one: 'One mail was given up in the last day.',
        other: `${count} mails were given up in the last day.`,
      }),
    providerDone: (count: number) =>
      plural(count, {
        one: 'The identity provider answers.',
        other: `All ${count} identity providers answer.`,
      }),
    providerOpen: 'There is none yet, apart from those of the demo.',
    providerBroken: (list: string) => `No answer from: ${list}.`,
    brandDone: 'The application has a name, a logo and a colour.',
    brandOpen: (list: string) => `Still missing: ${list}.`,
    brandParts: {
      name: 'the name (APP_NAME)',
      logo: 'the logo (BRAND_DIR)',
      accent: 'the colour (APP_ACCENT)',
    },
    secondFactorDone: 'It is demanded, and every administrator has one.',
    secondFactorOptional: 'It is not demanded. Set SECOND_FACTOR=administrators.',
    secondFactorMissing: (count: number) =>
      plural(count, { one: 'One administrator has none.', other: `${count} administrators have none.` }),
    databases,
    restoreOpen:
      'A backup was restored, and sign-ins of before still work. End them: foyer-server data end-issued',
    webhookDone: (count: number) =>
      plural(count, { one: 'One endpoint receives events.', other: `${count} endpoints receive events.` }),
    webhookOpen: 'No endpoint is enabled, so no application learns of changes.',
    webhookBroken: (count: number) =>
      plural(count, { one: 'One endpoint fails.', other: `${count} endpoints fail.` }),
    proxyDone: 'People use HTTPS, and the proxy passes on where they come from.',
    proxies,
    readMore: 'More in',
    seeFailedJobs: 'See failed jobs',
    seeSettings: 'See settings',
    seeAdministrators: 'See administrators',
    seeWebhooks: 'See webhooks',
    sendTest: 'Send me a test mail',
    sentTo: (to: string) => `The mail server took the mail to ${to}. Look into your mailbox.`,
    sentToOutbox: (to: string) => `The mail to ${to} is in the outbox of this server: /dev/outbox`,
    testFailed: 'The mail server did not take the mail',
    noAddress: 'Your account has no confirmed email address, so nothing was sent.',
  },

  settings: {
    title: 'Settings',
    hint: 'They come from the environment and the file .env. A change needs a new start.',
    providers: 'Identity providers',
    noProviders: 'There is no identity provider.',
    name: 'Name',
    id: 'ID',
    issuer: 'Issuer',
    domains: 'Email domains',
    remarks: 'Remarks',
    isDemo: 'Demo',
    isFound: 'Found by an address',
    trustsEmail: 'Its addresses are trusted',
    otherMethods: 'Other sign-in methods',
    methods,
    groups,
    set: 'Set',
    showNotSet: (count: number) =>
      plural(count, {
        one: 'Show one setting that is not set',
        other: `Show ${count} settings that are not set`,
      }),
  },
};
