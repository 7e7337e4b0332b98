import { plural } from '../plural.ts';

export const signedOutPages = {
  /** Pages around mails with links, except those that the links open. `{}` is an address. */
  checkEmail: {
    title: 'Check your email',
    sent: 'We sent a sign-in link and a code to {}.',
    thisBrowser: 'Continue in this browser: your password is kept only here.',
  },

  /** Requesting and typing codes and links of mails and text messages. `{}` is an address or a number. */
  codes: {
    checkingBrowser: 'Checking your browser…',
    incomplete: (digits: number) =>
      plural(digits, { one: `Enter ${digits} digit.`, other: `Enter all ${digits} digits.` }),
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
  },

  resetPassword: {
    title: 'Choose a new password',
    backToSignIn: 'Back to sign in',
    intro:
      'We mail you a link to choose a new password. This also works if you have never had a password here.',
    mailLink: 'Email me the link',
    sent: (minutes: number) =>
      plural(minutes, {
        one: `A mail is on its way to {}. Its link works once, for ${minutes} minute.`,
        other: `A mail is on its way to {}. Its link works once, for ${minutes} minutes.`,
      }),
    newMail: 'A new mail is on its way. The link in the older one no longer works.',
  },

  signUp: {
    title: 'Create an account',
    name: 'Name (optional)',
    create: 'Create account',
    haveOne: 'Do you have an account?',
    byPasskey: 'Sign up with a passkey',
    /** Each `{}` is a link. */
    agreeToBoth: 'By creating an account you agree to the {} and the {}.',
    agreeToTerms: 'By creating an account you agree to the {}.',
    agreeToPrivacy: 'By creating an account you agree to the {}.',
    privacy: 'Privacy policy',
  },
};
