/** What is said after an address was changed, on the profile page and on the page of the mail's link. */
export const emailChanged = {
  changed: (address: string) => `Your e-mail address is ${address} now.`,
  toldFormer:
    'We sent a mail to the old address. It can no longer sign in, but it can undo the change for seven days.',
  otherDevices: 'Your other devices stay signed in.',
};
