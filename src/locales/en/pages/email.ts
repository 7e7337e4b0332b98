export const email = {
  title: 'Email address',
  add: 'Add an email address',
  changeLabel: 'Change email address',
  confirmThis: 'Confirm this address',

  newAddress: 'New email address',
  firstAddress: 'Your email address',
  enterAddress: 'Enter the address.',
  explainChange: (current: string) =>
    `A mail with a link and a code goes there. Until you confirm it, ${current} stays your address.`,
  explainFirst: 'A mail with a link and a code goes there. It is yours here once you confirm it.',
  send: 'Send the mail',

  sentTo: 'A mail with a link and a code went to',
  waiting: 'It becomes your address when you enter the code here, or open the link where you are signed in.',
  code: 'Code from the mail',
  confirm: 'Confirm',
  notConfirmed: 'Not confirmed',
  sendAgain: 'Send it again',
  sendNew: 'Send a new mail',
  sentAgain: 'A new mail is on its way. The older link and code no longer work.',

  changed: (address: string) => `Your email address is ${address} now.`,
  toldFormer:
    'We sent a mail to the old address. It can no longer sign in, but it can undo the change for seven days.',
  otherDevices: 'Your other devices stay signed in.',
  lookAtDevices: 'Look at them',
  cancelled: 'Your address stays as it is. The link and the code no longer work.',
};
