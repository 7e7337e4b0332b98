/** "Verify it's you". */
export const verify = {
  title: 'Verify it’s you',
  why: 'You signed in a while ago. Show that it is still you, and it goes on where you left off.',
  notVerified: 'Not verified',
  noWay: 'There is no way left here to show it. Sign out, and in again.',
  signOut: 'Sign out',
  verify: 'Verify',
  sendToPhone: 'Send a code to my phone',
};
