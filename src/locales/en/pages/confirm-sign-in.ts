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
