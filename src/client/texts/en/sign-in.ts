/** The sign-in page, signing up included. */
export const signIn = {
  title: 'Sign in',
  emailAddress: 'E-mail address',
  missingEmail: 'Enter your e-mail address.',
  missingPassword: 'Enter your password, or have a link mailed to you.',
  forgot: 'Forgot your password?',
  mailLink: 'Email me a link',
  lastUsed: 'Last used',
  loadingWays: 'Loading the ways to sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  noWayTitle: 'No way to sign in yet',
  noWay: 'Nobody has set up a way to sign in here. Whoever runs this site can add one.',
  newHere: 'New here?',
  createAccount: 'Create an account',
  failedTitle: 'Unable to sign in',
  failed: 'The sign-in did not succeed. Start again below.',
  startAgainBelow: 'Start again below.',
  newLinkBelow: 'Ask for a new link below.',
  signInAgainBelow: 'Sign in again below.',
  signedInTitle: 'Signed in',
  goingOn: 'You are signed in. Going on…',
  goingOnAs: (name: string) => `You are signed in as ${name}. Going on…`,
};

/** A provider has proven an address that somebody here has already. */
export const accountExists = {
  title: 'You already have an account',
  /** `{}` is the address. */
  intro: (ways: string, provider: string) =>
    `{} has an account here. Sign in with ${ways} to connect ${provider} to it:`,
  byEmail: 'e-mail',
  confirm: (provider: string) => `Sign in and connect ${provider}`,
};

export const signUp = {
  title: 'Create an account',
  name: 'Name',
  missingName: 'Enter your name.',
  create: 'Create account',
  haveOne: 'You have an account?',
};
