import { plural } from '../plural.ts';

/** Codes and links that come by mail or text message: asking for them, typing them. `{}` is where an address or a number stands. */
export const codes = {
  checkingBrowser: 'Checking your browser…',
  incomplete: (digits: number) =>
    plural(digits, { one: `Enter ${digits} digit.`, other: `Enter all ${digits} digits.` }),
  orEnter: 'Or enter the code from the mail',
  fromMail: 'Code from the mail',
  fromText: 'Code from the text message',
  mailOnItsWay: 'A mail to {} is on its way, with a code.',
  textOnItsWay: 'A text message to {} is on its way, with a code.',
  sendAgain: 'Send it again',
  sendNew: 'Send a new code',
  waiting: (action: string, seconds: number) => `${action} in ${seconds} s`,
  newMail: 'A new mail is on its way. Older links and codes no longer work.',
  newCode: 'A new code is on its way. Older ones no longer work.',
  sendTo: (address: string) => `Send a code to ${address}`,
  /** `{}` is the link to the outbox. */
  demo: 'This is a demo. It sends no messages: read them in {}.',
  theOutbox: 'the outbox',
};
