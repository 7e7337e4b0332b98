import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { plural } from '../plural.ts';

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
    plural(count, {
      one: `An attempt to sign in${withMethod(method)} failed`,
      other: `${count} attempts to sign in${withMethod(method)} failed within an hour`,
    }),
  'sign-out': () => 'Signed out',
  're-authentication': ({ method }) => `Verified${withMethod(method)} that it’s you`,
  're-authentication-failed': ({ method, count }) =>
    plural(count, {
      one: `An attempt to verify${withMethod(method)} that it’s you failed`,
      other: `${count} attempts to verify${withMethod(method)} that it’s you failed within an hour`,
    }),
  'session-revoked': ({ label }) => `Another device was signed out${named(label)}`,
  'sessions-revoked': () => 'All other devices were signed out',
  'account-linked': ({ method, label }) => `${method ?? 'An account'} was connected${named(label)}`,
  'account-unlinked': ({ method, label }) => `${method ?? 'An account'} was removed${named(label)}`,
  'password-set': () => 'A password was set',
  'password-changed': () => 'The password was changed, and other devices were signed out',
  'password-reset': () => 'The password was reset by a link, and all devices were signed out',
  'password-removed': () => 'The password was removed',
  'passkey-added': ({ label }) => `A passkey was added${named(label)}`,
  'passkey-removed': ({ label }) => `A passkey was removed${named(label)}`,
  'authenticator-app-added': ({ label }) => `An authenticator app was added${named(label)}`,
  'authenticator-app-removed': ({ label }) => `An authenticator app was removed${named(label)}`,
  'recovery-codes-created': () => 'New recovery codes were created',
  'recovery-code-used': ({ label }) =>
    plural(Number(label), {
      one: 'A recovery code was used, and one is left',
      other: `A recovery code was used, and ${Number(label)} are left`,
    }),
  'first-factor-passed': ({ method }) =>
    `Somebody passed the first step of a sign-in${withMethod(method)}, but not the second step`,
  'browser-trusted': () => 'This browser was trusted: for 30 days, it is not asked for the second step',
  'browser-trust-ended': ({ label }) => `The trust in a browser was ended${named(label)}`,
  'second-factor-removal-requested': ({ label }) =>
    `The operator asked for the removal of two-step verification in 24 hours${named(label)}`,
  'second-factor-removal-stopped': () => 'The removal of two-step verification was stopped',
  'second-factor-removed': () => 'Two-step verification was removed',
  'unproven-methods-removed': () =>
    'The address was confirmed for the first time, and sign-in methods from before were removed',
  'security-review-due': () =>
    'After the password was reset, we showed and mailed a list of recent additions',
  'security-review-finished': () => 'The recent additions were confirmed',
  'email-change-requested': ({ label }) => `A new email address was requested${named(label)}`,
  'email-added': ({ label }) => `The email address was added${named(label)}`,
  'email-changed': ({ label }) => `The email address was changed${named(label)}`,
  'email-change-undone': ({ label }) => `The change of the email address was undone${named(label)}`,
  'phone-verified': ({ label }) => `A phone number${ending(label)} was added`,
  'phone-removed': ({ label }) => `The phone number${ending(label)} was removed`,
  'phone-taken': ({ label }) =>
    `The phone number${ending(label)} was removed: somebody else has shown that it is theirs`,
  'access-token-created': ({ label }) => `An access token was created${named(label)}`,
  'access-token-revoked': ({ label }) => `An access token was revoked${named(label)}`,
  'data-exported': () => 'The data of this account was downloaded',
  'account-deleted': () => 'The account was deleted',
  'account-created': () => 'The account was created by the operator of this site',
  'account-suspended': ({ label }) => `The account was suspended${named(label)}`,
  'account-resumed': () => 'The suspension of the account was ended',
  'roles-changed': ({ label }) => `The roles were changed${named(label)}`,
  'profile-changed-by-administrator': () => 'The profile was changed by the operator of this site',
  'sessions-ended-by-administrator': ({ label }) =>
    `All devices were signed out by the operator of this site${named(label)}`,
  'impersonation-started': ({ label }) => `An administrator began to act as you${named(label)}`,
  'impersonation-ended': () => 'An administrator stopped acting as you',
  'client-sign-in': ({ label }) => `Signed in to ${label ?? 'an app'}`,
  'client-token-reused': ({ label }) =>
    `${label ?? 'An app'} was signed out, because an old token of it was used again`,
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'Signing in and out',
  methods: 'Sign-in methods',
  contact: 'Email and phone',
  devices: 'Devices',
  'access-tokens': 'Access tokens',
  data: 'Your data',
  administration: 'By the operator',
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
    passkey: 'a passkey',
    totp: 'a code of the authenticator app',
    'recovery-code': 'a recovery code',
  },
  list: 'Events',
  none: 'Nothing has happened yet.',
  noneOfThese: 'Nothing of this kind has happened.',
  loadMore: 'Load more',
  loadedMore: (count: number) => plural(count, { one: 'One more event.', other: `${count} more events.` }),
  thatIsAll: 'That is all.',
  notMe: 'Wasn’t me',
  notMeAbout: (event: string) => `Wasn’t me: ${event}`,

  secureTitle: 'Secure your account',
  secureIntro:
    'If somebody else used your account, these steps sign them out and keep them out. Nothing happens until you press a button.',
  secureAbout: 'What you did not recognise',
  /** A number of a step and its title. */
  step: (number: number, title: string) => `${number}. ${title}`,
  endSessions: 'Sign out all other devices',
  endSessionsMeaning:
    'All other sessions end at once. You stay signed in here. On your other devices, you sign in again.',
  endSessionsDone: 'No other device is signed in.',
  endSessionsButton: (count: number) =>
    plural(count, { one: 'Sign out the other device', other: `Sign out ${count} other devices` }),
  lookAtDevices: 'Look at them first',
  lookAtMethods: 'Check your sign-in methods',
  lookAtMethodsMeaning:
    'Remove what is not yours, and change what somebody else may know. We ask you before anything changes.',
  password: 'Password',
  passwordChanged: 'Set or last changed',
  noPassword: 'There is none.',
  connected: 'Connected accounts',
  /** Before how long ago it was. */
  since: 'connected',
  noneConnected: 'None is connected.',
  email: 'Email address',
  noEmail: 'None is confirmed.',
  phone: 'Phone number',
  noPhone: 'There is none.',
  tokens: 'Access tokens',
  noTokens: 'There are none.',
  /** Before how long ago it was. */
  made: 'created',
  goToMethods: 'Sign-in methods',
  goToProfile: 'Email and phone',
  goToTokens: 'Access tokens',
  finish: 'Done',
  finishMeaning:
    'When the other devices are signed out and everything above is yours, nobody else can use your account.',
  finishOthersLeft: 'Other devices are still signed in. Do step 1 first, unless they are all yours.',
  finishButton: 'Back to your activity',
};
