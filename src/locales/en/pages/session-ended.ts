export const sessionEnded = {
  title: 'You were signed out',
  here: 'You signed out in another tab of this browser. Sign in to continue where you were.',
  elsewhere:
    'This session was ended from another device, or it has expired. Sign in to continue where you were.',
};
