/** What more than one area says. */
export const common = {
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  change: 'Change',
  remove: 'Remove',
  keepIt: 'Keep it',
  or: 'or',
  verified: 'Verified',
  unverified: 'Unverified',
  signIn: 'Sign in',
  justAMoment: 'Just a moment',
  continueWith: (provider: string) => `Continue with ${provider}`,
  tryAgain: 'Try again',
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  useAnotherAddress: 'Use another address',
  /** The pages of the operator. */
  terms: 'Terms',
  privacy: 'Privacy',
  support: 'Help',
};
