/** "Verify it's you". */
export const verify = {
  title: 'Verify it’s you',
  why: 'You signed in a while ago. Verify that it is still you, then you continue where you were.',
  notVerified: 'Not verified',
  noWay: 'There is no way to verify it here. Sign out, then sign in again.',
  signOut: 'Sign out',
  verify: 'Verify',
  sendToPhone: 'Send a code to my phone',
};
