/** After a deletion. */
export const goodbye = {
  title: 'Your account is deleted',
  text: 'You are signed out everywhere, and nobody can sign in to this account any more.',
  mail: (email: string) => `A mail to ${email} confirms it.`,
  startPage: 'Go to the start page',
};
