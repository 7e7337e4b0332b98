/** What the sign-in page says about the error of its address. */
export const signInErrors = {
  cancelled: 'The sign-in at the provider was cancelled. Nothing was changed.',
  failedTitle: 'Unable to sign in',
  failed: 'The sign-in did not succeed. Start again below.',
  startAgainBelow: 'Start again below.',
  newLinkBelow: 'Ask for a new link below.',
  signInAgainBelow: 'Sign in again below.',
};
