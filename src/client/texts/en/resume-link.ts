/** Connecting the provider's sign-in that waited until its person had shown who they are. */
export const resumeLink = {
  connecting: (provider: string) => `Connecting ${provider}…`,
  why: (provider: string, label: string) =>
    `${provider} (${label}) is about to be connected to your account. You signed in a while ago, so show first that it is still you.`,
  notNow: 'Not now, go on without connecting',
  nothingTitle: 'Nothing left to connect',
  signedIn: 'You are signed in.',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  nothing:
    'Nothing waits to be connected in this browser: it was finished already, took too long, or was begun in another one.',
  refusedTitle: (provider: string) => `${provider} was not connected`,
  somebodyElseTitle: 'You signed in as somebody else',
  /** `{}` is whoever is signed in. */
  somebodyElse: 'You are signed in as {}.',
  /** `{}` is the address of the right account. */
  onlyTo: (provider: string) => `${provider} can be connected only to the account of {}.`,
  anotherPerson: 'another person',
  signOut: 'Sign out and try again',
  goOn: 'Go on without connecting',
};
