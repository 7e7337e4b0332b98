export const signIn = {
  title: 'Sign in',
  submit: 'Sign in',
  emailAddress: 'Email address',
  missingEmail: 'Enter your email address.',
  missingPassword: 'Enter your password, or have a link mailed to you.',
  forgot: 'Forgot your password?',
  /** Beside the label of the password. */
  forgotShort: 'Forgot?',
  mailLink: 'Email me a link',
  lastUsed: 'Last used',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  noWayTitle: 'No sign-in method yet',
  noWay: 'No sign-in method is set up here. The people who run this site can add one.',
  byPhone: 'Use your phone',
  newHere: 'New here?',
  createAccount: 'Create an account',
};
