import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';

export interface ActivityFacts {
  /** As the sentences name it; `null` where none played a part. */
  readonly method: string | null;
  readonly label: string | null;
  readonly count: number;
}

const withMethod = (method: string | null) => (method === null ? '' : ` with ${method}`);
const named = (label: string | null) => (label === null ? '' : `: ${label}`);
const ending = (digits: string | null) => (digits === null ? '' : ` ending in ${digits}`);

const events: Readonly<Record<Activity['kind'], (facts: ActivityFacts) => string>> = {
  'sign-in': ({ method }) => `Signed in${withMethod(method)}`,
  'sign-in-failed': ({ method, count }) =>
    count === 1
      ? `A try to sign in${withMethod(method)} failed`
      : `${count} tries to sign in${withMethod(method)} failed within an hour`,
  'sign-out': () => 'Signed out',
  're-authentication': ({ method }) => `Confirmed${withMethod(method)} that it’s you`,
  're-authentication-failed': ({ method, count }) =>
    count === 1
      ? `A try to confirm${withMethod(method)} that it’s you failed`
      : `${count} tries to confirm${withMethod(method)} that it’s you failed within an hour`,
  'session-revoked': ({ label }) => `Another device was signed out${named(label)}`,
  'sessions-revoked': () => 'All other devices were signed out',
  'account-linked': ({ method, label }) => `${method ?? 'An account'} was connected${named(label)}`,
  'account-unlinked': ({ method, label }) => `${method ?? 'An account'} was removed${named(label)}`,
  'password-set': () => 'A password was set',
  'password-changed': () => 'The password was changed, and other devices were signed out',
  'password-reset': () => 'A new password was chosen by a link, and all devices were signed out',
  'password-removed': () => 'The password was removed',
  'unproven-methods-removed': () =>
    'The address was proven for the first time, and what was not proven was removed',
  'security-review-due': () =>
    'After the reset of the password, a list of what was added of late was shown and mailed',
  'security-review-finished': () => 'What was added of late was confirmed',
  'email-change-requested': ({ label }) => `A new address was asked for${named(label)}`,
  'email-added': ({ label }) => `The e-mail address was added${named(label)}`,
  'email-changed': ({ label }) => `The e-mail address was changed${named(label)}`,
  'email-change-undone': ({ label }) => `The change of the e-mail address was undone${named(label)}`,
  'phone-verified': ({ label }) => `A phone number${ending(label)} was added`,
  'phone-removed': ({ label }) => `The phone number${ending(label)} was removed`,
  'phone-taken': ({ label }) =>
    `The phone number${ending(label)} was removed: somebody else has shown that it is theirs`,
  'access-token-created': ({ label }) => `An access token was made${named(label)}`,
  'access-token-revoked': ({ label }) => `An access token was revoked${named(label)}`,
  'data-exported': () => 'The data of this account were downloaded',
  'account-deleted': () => 'The account was deleted',
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'Signing in and out',
  methods: 'Sign-in methods',
  contact: 'E-mail and phone',
  devices: 'Devices signed out',
  'access-tokens': 'Access tokens',
  data: 'Your data',
};

export const activity = {
  nav: 'Activity',
  title: 'Activity',
  hint: 'What happened to your account in the last 180 days, newest first.',
  filter: 'Show',
  everything: 'Everything',
  groups,
  events,
  /** Named after “with”. */
  methods: {
    'email-link': 'a link by mail',
    'email-code': 'a code by mail',
    'phone-code': 'a code by text message',
    password: 'the password',
  },
  list: 'Events',
  none: 'Nothing has happened yet.',
  noneOfThese: 'Nothing of this kind has happened.',
  loadMore: 'Load more',
  loadedMore: (count: number) => (count === 1 ? 'One more event.' : `${count} more events.`),
  thatIsAll: 'That is all.',
  notMe: 'Wasn’t me',
  notMeAbout: (event: string) => `Wasn’t me: ${event}`,

  secureTitle: 'Secure your account',
  secureIntro:
    'If something in your account was not you, these steps put whoever it was out and keep them out. Nothing happens before you press a button.',
  secureAbout: 'What you did not recognise',
  /** A number of a step and its title. */
  step: (number: number, title: string) => `${number}. ${title}`,
  endSessions: 'Sign out all other devices',
  endSessionsMeaning:
    'Whoever is signed in elsewhere is out at once. You stay signed in here, and sign in again on your own devices.',
  endSessionsDone: 'No other device is signed in.',
  endSessionsButton: (count: number) =>
    count === 1 ? 'Sign out the other device' : `Sign out ${count} other devices`,
  lookAtDevices: 'Look at them first',
  lookAtMethods: 'Look at what signs in to your account',
  lookAtMethodsMeaning:
    'Remove what is not yours, and change what somebody else may know. You will be asked before anything changes.',
  password: 'Password',
  passwordChanged: 'Set or last changed',
  noPassword: 'There is none.',
  connected: 'Connected accounts',
  /** Before how long ago it was. */
  since: 'connected',
  noneConnected: 'None is connected.',
  email: 'E-mail address',
  noEmail: 'None is confirmed.',
  phone: 'Phone number',
  noPhone: 'There is none.',
  tokens: 'Access tokens',
  noTokens: 'There are none.',
  /** Before how long ago it was. */
  made: 'made',
  goToMethods: 'Sign-in methods',
  goToProfile: 'E-mail and phone',
  goToTokens: 'Access tokens',
  finish: 'Done',
  finishMeaning: 'Once the other devices are signed out and everything above is yours, nobody else gets in.',
  finishOthersLeft: 'Other devices are still signed in. Do step 1 first, unless they are all yours.',
  finishButton: 'Back to your activity',
};
