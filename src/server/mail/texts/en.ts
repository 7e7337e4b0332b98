import { emailTexts } from './en-email.ts';
import { security } from './en-security.ts';

const IGNORE_SIGN_IN =
  'If you did not ask for this, ignore it: nobody is signed in without the link or the code.';

/** Every text that is mailed or sent to a phone. `de.ts` has the same; a missing one does not compile. */
export const en = {
  security,
  ...emailTexts,

  /** What happened, beside the sentence that says it. */
  facts: {
    when: (at: string) => `When: ${at}`,
    where: (place: string) => `Where: ${place}`,
    how: (method: string) => `How: ${method}`,
    deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  },
  additions: {
    lead: 'This was added in the 30 days before the reset, or later:',
    connection: (provider: string, label: string, at: string) => `${provider} (${label}), ${at}`,
    phone: (digits: string, at: string) => `the phone number that ends in ${digits}, ${at}`,
  },
  methods: {
    'email-link': 'link in a mail',
    'email-code': 'code in a mail',
    'phone-code': 'code in a text message',
    password: 'password',
    email: 'mail',
    phone: 'text message',
  },
  /** For `Intl`. */
  dateLocale: 'en-GB',
  buttons: {
    activity: 'Look at your activity',
    checkAccount: 'Check your account',
    choosePassword: 'Choose a new password',
    goTo: (host: string) => `Go to ${host}`,
  },

  linkAndCode: {
    open: 'Open this link and press the button there:',
    orCode: 'Or enter this code in the browser where you asked for it:',
    noCode:
      'There is no code in this mail, because wrong codes were entered for this address too often today. The link works in every browser.',
    orAddress: 'If the button does not work, open this address:',
    validity: (hours: number) => `This mail works once, for ${hours} hours.`,
    askedFrom: (place: string) => `It was asked for from ${place}.`,
  },
  signIn: {
    title: (host: string) => `Sign in to ${host}`,
    lead: null as ((host: string) => string) | null,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  signInAndConnect: {
    title: (host: string, provider: string) => `Sign in and connect ${provider} at ${host}`,
    lead: (_host: string, provider: string) =>
      `The page where you asked for this shows an account at ${provider}. If you press “Connect” there, that account can sign in to yours from then on. Use the code only if you know that account and it is yours.`,
    button: 'Sign in',
    ignore:
      'If you did not ask for this, ignore it: nobody is signed in and nothing is connected without the link or the code.',
  },
  signUp: {
    title: (host: string) => `Confirm your address for ${host}`,
    lead: (host: string) =>
      `Somebody, hopefully you, is making an account at ${host} with this address and has chosen a password for it. The password is kept only if you go on in the same browser; in another one you are signed in without it, and can choose one there.`,
    button: 'Confirm and sign in',
    ignore: 'If you did not ask for this, ignore it: there is no account without the link or the code.',
  },
  alreadySignedUp: {
    title: (host: string) => `You already have an account at ${host}`,
    lead: (host: string) =>
      `Somebody, hopefully you, wanted to make a new account at ${host} with your address. You have one already, and nothing was changed: the password that was typed is not yours. Sign in to yours with this mail; your password is under your sign-in methods.`,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  reauthentication: {
    title: (host: string) => `Your code for ${host}`,
    sentences: (minutes: number) => [
      `Type this code where you were asked to verify that it’s you. It works once, for ${minutes} minutes.`,
      'If you were not asked for one, somebody is using a device where you are signed in: sign out your other devices.',
    ],
  },
  passwordReset: {
    title: (host: string) => `Choose a new password for ${host}`,
    sentences: (minutes: number) => [
      `The link works once, for ${minutes} minutes. Choosing a new password signs you out everywhere.`,
      'If you did not ask for this, ignore it: your password stays as it is.',
    ],
  },
  noAccount: {
    title: (host: string) => `There is no account with this address at ${host}`,
    sentences: [
      'Somebody asked to choose a new password for this address, but there is no account with it.',
      'If it was you, you may have used another address here. If not, ignore this mail.',
    ],
  },

  /** Plain GSM characters alone, else the message costs twice. The purpose is named, so that whoever is talked into passing a code on reads what it would do. */
  sms: {
    code: (code: string, host: string, purpose: string) => `${code} is your code for ${host} ${purpose}.`,
    purposes: {
      verify: 'to add this number',
      reauthenticate: 'to show that it is you',
      'sign-in': 'to sign in',
    },
    validity: (minutes: number) => `It works for ${minutes} minutes. Tell it nobody.`,
  },
};

export type MailTexts = typeof en;
