import type { Scope } from '../../../shared/scopes.ts';

/** What a scope is about, in groups, and what it allows in plain words. */
interface ScopeGroup {
  readonly title: string;
  readonly scopes: readonly (readonly [Scope, string])[];
}

export const accessTokens = {
  nav: 'Access tokens',
  title: 'Access tokens',
  listTitle: 'Your tokens',
  listHint: 'A script signs in with one of these in your place, and can do only what you let it.',
  developers: 'What can be called with one',
  none: 'You have no access tokens.',
  noneMeaning: 'Make one for each script, with as little as it needs.',
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
  revokeMeaning: 'Whatever signs in with it stops working at once. A revoked token does not come back.',
  revoked: (name: string) => `“${name}” is revoked. It opens nothing any more.`,
  removed: (name: string) => `“${name}” is removed.`,
  goneAlready: (name: string) => `“${name}” had been revoked already.`,
  newTitle: 'New token',
  newHint: 'It is shown once, when it is made.',
  name: 'Name',
  nameHint: 'What uses it, and where: “Nightly report on the office server”.',
  scopes: 'What may it do?',
  scopesHint: 'It never signs in elsewhere, changes how you sign in, or makes other tokens.',
  groups: [
    {
      title: 'Profile',
      scopes: [
        ['profile:read', 'See your name, picture, language and e-mail address'],
        ['profile:write', 'Change your name, picture and language'],
      ],
    },
    { title: 'E-mail', scopes: [['email:read', 'See your address, and a change that is under way']] },
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
  expiry: 'When does it expire?',
  inDays: (days: number) => (days === 365 ? 'In a year' : `In ${days} days`),
  onADay: 'On a day',
  day: 'Last day',
  dayMissing: 'Choose a day.',
  create: 'Create token',
  madeTitle: (name: string) => `“${name}” is ready`,
  madeOnce: 'Copy it now: this is the only time it is shown. Keep it like a password.',
  token: 'Token',
  tryIt: 'Try it in a terminal',
  copyToken: 'Copy token',
  copyCommand: 'Copy command',
  copied: 'Copied',
  notCopied: 'Your browser did not let it be copied. Select it and copy it yourself.',
  done: 'I have copied it',
};
