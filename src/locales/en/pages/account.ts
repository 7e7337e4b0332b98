/** The frame of the account's pages, and what is said to a person who comes back to one of them from a provider. */
export const account = {
  skip: 'Skip to content',
  navigation: 'Account',
  /** The button at the top of the page, with the person's name or address. */
  menu: (name: string) => `Account menu of ${name}`,
  yourAccount: 'Your account',
  /** The link to the pages for administrators. */
  administration: 'Administration',
  /** The link to the app where the person came from. */
  back: (app: string) => `Back to ${app}`,
  offline: 'You are offline. This page updates when the connection is back.',
  notLoadedTitle: 'This page did not load',
  notLoaded: 'It opens by itself when the connection works again.',
  profile: 'Profile',
  signInMethods: 'Sign-in methods',
  signOut: 'Sign out',
  theAccount: 'The account',
  nothingChangedTitle: 'Nothing was changed',
  nothingChanged:
    'While you were at the provider, you were signed out here, or you signed in again. Try again.',
  notConnected: 'Not connected',
  connected: (provider: string) => `${provider} is connected. You can sign in with it from now on.`,
  connectedAlready: (provider: string) =>
    `${provider} was already connected to your account. Nothing has changed.`,
  connectedAgain: (provider: string) => `${provider} is connected again.`,
  verified: 'You have verified that it’s you. Now repeat what you wanted to do.',
};

export const profile = {
  title: 'Profile',
  name: 'Name',
  nameHint: 'Apps and other people see it. You may leave it empty.',
  notSet: 'Not set',
  add: 'Add',
  addName: 'Add a name',
  changeName: 'Change name',
  nameSaved: 'Your name is saved.',
  nameRemoved: 'Your name is removed.',
  notSaved: 'Not saved',
  notConfirmedYet: (value: string) => `Not confirmed yet: ${value}`,
  enterCode: 'Enter the code',
  undo: 'Undo',
};
