export const signInMethods = {
  title: 'Sign-in methods',
  list: 'How you sign in',
  listHint: 'With more than one, you can still sign in when another does not work.',
  emailLink: 'Email link',
  emailLinkHint: 'A mail with a link and a code, sent when you ask for it.',
  phoneCodeHint: 'A text message with a code, sent when you ask for it.',
  removed: (provider: string) => `${provider} was removed. You can no longer sign in with it.`,
  ended: 'Access ended at the provider',
  accountId: (id: string) => `Account ID ${id}`,
  connectedOn: (day: string) => `Connected ${day}`,
  lastUsedOn: (day: string) => `last used ${day}`,
  neverUsed: 'not used yet',
  reconnect: 'Reconnect',
  reconnectAccount: (provider: string, label: string) => `Reconnect ${provider} (${label})`,
  removeAccount: (provider: string, label: string) => `Remove ${provider} (${label})`,
  removeTitle: (provider: string) => `Remove ${provider}?`,
  removeWarning: (provider: string, label: string) =>
    `You can then no longer sign in here with ${label} at ${provider}. You can connect it again at any time.`,
  connect: 'Connect',
  connectProvider: (provider: string) => `Connect ${provider}`,
};

/** The password, one of the sign-in methods. */
export const ownPassword = {
  title: 'Password',
  isSet: 'Your password is set. You can sign in with it from now on.',
  isChanged: 'Your password is changed, and every other device is signed out.',
  isRemoved: 'Your password is removed. You can no longer sign in with it.',
  leftOutTitle: 'You are signed in, without a password',
  leftOut:
    'The mail was opened in another browser than the one where you chose your password, so it was not kept. You can set one here.',
  none: 'You have no password.',
  needsAddress: 'Add an email address first. You enter it together with the password.',
  setOne: 'Set a password',
  changedOn: (day: string) => `Last changed ${day}`,
  change: 'Change password',
  remove: 'Remove password',
  forgot: 'Forgot it?',
  set: 'Set password',
  removeTitle: 'Remove your password?',
  removeWarning: 'You can then no longer sign in here with it. You can set a new one at any time.',
};
