/** What more than one area says. */
export const common = {
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  signIn: 'Sign in',
  justAMoment: 'Just a moment',
};
