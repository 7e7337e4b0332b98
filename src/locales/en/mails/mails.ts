import { addressMails } from './address-mails.ts';
import { plural } from '../plural.ts';
import { security } from './security-mails.ts';
import { webhookMails } from './webhook-mails.ts';

const IGNORE_SIGN_IN =
  'If you did not ask for this, ignore this mail: nobody can sign in without the link or the code.';

/** Every text that is mailed or sent to a phone. */
export const mails = {
  security,
  ...addressMails,
  ...webhookMails,

  /** What happened, beside the sentence that says it. */
  facts: {
    when: (at: string) => `When: ${at}`,
    where: (place: string) => `Where: ${place}`,
    how: (method: string) => `How: ${method}`,
    place: (device: string, ip: string) => `${device}, ${ip}`,
    deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  },
  additions: {
    lead: 'This was added in the 30 days before the reset, or later:',
    connection: (provider: string, label: string, at: string) => `${provider} (${label}), ${at}`,
    phone: (digits: string, at: string) => `the phone number that ends in ${digits}, ${at}`,
    passkey: (name: string, at: string) => `the passkey “${name}”, ${at}`,
  },
  methods: {
    'email-link': 'link in a mail',
    'email-code': 'code in a mail',
    'phone-code': 'code in a text message',
    password: 'password',
    passkey: 'passkey',
    totp: 'code of an authenticator app',
    'recovery-code': 'recovery code',
    email: 'mail',
    phone: 'text message',
  },
  /** For `Intl`. */
  dateLocale: 'en-GB',
  buttons: {
    activity: 'See your activity',
    checkAccount: 'Check your account',
    stopRemoval: 'Stop the removal',
    acceptInvitation: 'Sign in',
    devices: 'See your devices',
    choosePassword: 'Choose a new password',
    goTo: (name: string) => `Go to ${name}`,
  },

  /** Below the button. */
  orAddress: 'If the button does not work, open this address:',
  requestedFrom: (place: string, at: string) => `Requested from ${place}, ${at}.`,
  requestedAt: (at: string) => `Requested on ${at}.`,
  /** The last lines of every mail. They name the host, because people should check it. */
  footer: {
    reasons: {
      entered: (host: string) => `You get this mail because somebody entered this address at ${host}.`,
      account: (host: string) => `You get this mail because this is the address of an account at ${host}.`,
      formerAccount: (host: string) =>
        `You get this mail because this was the address of an account at ${host}.`,
    },
    openApp: (name: string) => `Open ${name}`,
    terms: 'Terms',
    privacy: 'Privacy',
    support: 'Support',
  },

  linkAndCode: {
    enterCode: 'Enter this code in the browser where you asked for it:',
    open: 'Open this link and press the button there:',
    orOpen: 'Or open this link and press the button there:',
    noCode:
      'There is no code in this mail, because wrong codes were entered for this address too often today. The link works in every browser.',
    validity: (hours: number) =>
      plural(hours, {
        one: `This mail works once, for ${hours} hour.`,
        other: `This mail works once, for ${hours} hours.`,
      }),
  },
  signIn: {
    title: (name: string) => `Sign in to ${name}`,
    lead: null as ((name: string) => string) | null,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  signInAndConnect: {
    title: (name: string, provider: string) => `Sign in and connect ${provider} at ${name}`,
    lead: (_name: string, provider: string) =>
      `The page where you asked for this shows an account at ${provider}. If you press “Connect” there, it can sign in to your account here from then on. Use the code only if you know that account and it is yours.`,
    button: 'Sign in',
    ignore:
      'If you did not ask for this, ignore this mail: nobody can sign in and nothing is connected without the link or the code.',
  },
  signUp: {
    title: (name: string) => `Confirm your address for ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, is creating an account at ${name} with this address and has chosen a password for it. The password is kept only if you continue in the same browser. In another browser you are signed in without it, and you can choose one there.`,
    button: 'Confirm and sign in',
    ignore:
      'If you did not ask for this, ignore this mail: no account is created without the link or the code.',
  },
  alreadySignedUp: {
    title: (name: string) => `You already have an account at ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, wanted to create a new account at ${name} with your address. You already have an account, and nothing was changed: the password that was entered is not yours. Sign in to your account with this mail. You find your password under your sign-in methods.`,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  reauthentication: {
    title: (name: string) => `Your code for ${name}`,
    enterCode: (minutes: number) =>
      plural(minutes, {
        one: `Enter this code where you were asked to verify that it’s you. It works once, for ${minutes} minute.`,
        other: `Enter this code where you were asked to verify that it’s you. It works once, for ${minutes} minutes.`,
      }),
    notAsked:
      'If you were not asked for one, somebody is using a device where you are signed in: sign out your other devices.',
  },
  passwordReset: {
    title: (name: string) => `Choose a new password for ${name}`,
    validity: (minutes: number) =>
      plural(minutes, {
        one: `The link works once, for ${minutes} minute. A new password signs you out everywhere.`,
        other: `The link works once, for ${minutes} minutes. A new password signs you out everywhere.`,
      }),
    ignore: 'If you did not ask for this, ignore this mail: your password stays as it is.',
  },
  noAccount: {
    title: (name: string) => `There is no account with this address at ${name}`,
    sentences: [
      'Somebody wanted to choose a new password for this address, but no account has this address.',
      'If it was you, you may have used another address here. If not, ignore this mail.',
    ],
  },

  /** Plain GSM characters alone, else the message costs twice. The purpose is named, so that whoever is talked into passing a code on reads what it would do. */
  sms: {
    code: (code: string, host: string, purpose: string) => `${code} is your code for ${host} ${purpose}.`,
    purposes: {
      verify: 'to add this number',
      reauthenticate: 'to verify that it is you',
      'sign-in': 'to sign in',
    },
    validity: (minutes: number) =>
      plural(minutes, {
        one: `It works for ${minutes} minute. Do not share it.`,
        other: `It works for ${minutes} minutes. Do not share it.`,
      }),
  },
};
