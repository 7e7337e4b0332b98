/** The page of the link in a sign-in mail. */
export const confirmSignIn = {
  title: (email: string) => `Continue as ${email}?`,
  intro: (host: string) =>
    `You are signing in to ${host}. If you did not ask for this, close the page and nothing happens.`,
  confirm: 'Continue',
  signedInAlready: 'You are already signed in.',
  signedInAlreadyAs: (email: string) => `You are already signed in as ${email}.`,
  toAccount: 'Go to your account',
  newLink: 'Ask for a new link',
};

/** The page of the link in the mail that resets a password. `{}` is where the address stands. */
export const resetLink = {
  title: 'Choose a new password',
  forAddress: 'For {}. After this you are signed out everywhere, and sign in with the new password.',
  set: 'Set the new password',
  doneTitle: 'Your new password is set',
  done: 'You were signed out everywhere. Sign in with the new password.',
  deadTitle: 'This link no longer works',
  newLink: 'Ask for a new link',
};
