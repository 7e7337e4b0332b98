export const signOut = {
  title: 'Sign out',
  question: 'Are you sure you want to sign out?',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signOut: 'Sign out',
  stay: 'Stay signed in',
  doneTitle: 'Signed out',
  done: 'You are already signed out.',
};
