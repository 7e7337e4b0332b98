import type { Scope } from '../../../shared/scopes.ts';
import { plural } from '../plural.ts';

/** What a scope is about, in groups, and what it allows in plain words. */
interface ScopeGroup {
  readonly title: string;
  readonly scopes: readonly (readonly [Scope, string])[];
}

export const accessTokens = {
  nav: 'Access tokens',
  title: 'Access tokens',
  listTitle: 'Your tokens',
  listHint: 'A script uses an access token to act for you. It can do only what you allow.',
  developers: 'What you can call with a token',
  none: 'You have no access tokens.',
  /** `{}` is a link with the words of `procedures`. */
  noneMeaning: 'A script that has one can call {} for you.',
  procedures: 'the procedures of this site',
  created: 'Created',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  with: 'with',
  from: 'from',
  expires: 'Expires',
  expiredOn: 'Expired',
  expired: 'Expired',
  expiresSoon: 'Expires soon',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeMeaning: 'Scripts that use it stop working at once. You cannot restore a revoked token.',
  revoked: (name: string) => `“${name}” is revoked. It no longer works.`,
  removed: (name: string) => `“${name}” is removed.`,
  goneAlready: (name: string) => `“${name}” was already revoked.`,
  newTitle: 'New token',
  newHint: 'It is shown only once, after you create it.',
  defaultName: (day: string) => `Token of ${day}`,
  name: 'Name',
  nameHint: 'What uses it, and where: “Nightly report on the office server”.',
  scopes: 'What may it do?',
  scopesHint: 'It can never sign in elsewhere, change how you sign in, or create other tokens.',
  presets: {
    readOnly: { name: 'Read only', meaning: 'See everything, change nothing.' },
    everything: {
      name: 'Everything',
      meaning: 'See and change everything that a token may in your account.',
    },
  },
  chooseByHand: 'Or choose by hand:',
  groups: [
    {
      title: 'Profile',
      scopes: [
        ['profile:read', 'See your name, picture, language and email address'],
        ['profile:write', 'Change your name, picture and language'],
      ],
    },
    { title: 'Email', scopes: [['email:read', 'See your address, and a change that is not confirmed yet']] },
    { title: 'Phone', scopes: [['phone:read', 'See your phone number']] },
    {
      title: 'Sign-in methods',
      scopes: [['accounts:read', 'See your connected accounts, and whether you have a password']],
    },
    {
      title: 'Devices',
      scopes: [
        ['sessions:read', 'See where you are signed in'],
        ['sessions:write', 'Sign devices out'],
      ],
    },
    { title: 'Activity', scopes: [['activity:read', 'See what happened to your account']] },
    {
      title: 'Access tokens',
      scopes: [['tokens:read', 'See your access tokens, never the tokens themselves']],
    },
  ] as readonly ScopeGroup[],
  /** The group of the application's own scopes. */
  ownScopes: 'In the applications of this site',
  nothingAllowed: 'This token can do nothing now. The application no longer uses its permissions.',
  expiry: 'When does it expire?',
  inDays: (days: number) =>
    days === 365 ? 'In a year' : plural(days, { one: `In ${days} day`, other: `In ${days} days` }),
  onADay: 'On a day',
  day: 'Last day',
  dayMissing: 'Choose a day.',
  create: 'Create token',
  madeTitle: (name: string) => `“${name}” is ready`,
  madeOnce: 'Copy it now: this is the only time it is shown. Keep it like a password.',
  token: 'Token',
  tryIt: 'Try it in a terminal',
  copy: 'Copy',
  copyToken: 'Copy token',
  copyCommand: 'Copy command',
  copied: 'Copied',
  notCopied: 'Your browser did not allow copying. Select the text and copy it yourself.',
  done: 'I have copied it',
};
