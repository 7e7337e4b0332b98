import { plural } from '../plural.ts';

/** Giving an app on another device access to the account (RFC 8628). */
export const device = {
  title: 'Connect a device',
  intro: 'An app on another device shows a code. Enter the code here to see what the app asks for.',
  code: 'Code',
  codeHint: 'Eight letters. Capital letters and the dash do not matter.',
  next: 'Continue',
  question: 'Allow this app?',
  compare: 'Does the app show this code?',
  account: 'You are signed in as',
  otherAccount: 'Not you? Use another account',
  program: 'App name',
  quoted: (name: string) => `“${name}”`,
  verified: 'This name is verified.',
  notVerified: 'App name sent by the device, not verified',
  askedFrom: 'Request from',
  sameAddress: 'the same network address as this browser',
  otherAddress: 'another network address than this browser',
  unknownAddress: 'an unknown address',
  asked: 'Requested',
  wants: 'Permissions',
  lasts: 'Access lasts',
  days: (days: number) =>
    plural(days, {
      one: `${days} day, or until you revoke it`,
      other: `${days} days, or until you revoke it`,
    }),
  daysOfApp: (days: number) =>
    plural(days, {
      one: `At most ${days} day, or until you sign it out`,
      other: `At most ${days} days, or until you sign it out`,
    }),
  warning:
    'Allow it only if you started it on a device that you have in front of you, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
  warningElsewhere:
    'The request came from another network than yours. Allow it only if you started it on a device that you have in front of you, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
  /** The same about a program that no client declares, such as `foyer login` on a server. */
  programWarning:
    'Allow it only if you started the app yourself, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
  programWarningElsewhere:
    'The request came from another network than yours. Allow it only if you started the app yourself on another device. If somebody sent you this link or gave you the code, that person would get access to your account.',
  approve: 'Allow',
  deny: 'Deny',
  otherCode: 'Enter another code',
  approvedTitle: 'The device is connected',
  approved: (name: string) => `“${name}” continues in a few seconds. You can close this page.`,
  tokensLater: 'Then you find it among your access tokens, where you can revoke its access.',
  listed: (name: string) => `“${name}” has access now. You can close this page.`,
  tokensHint: 'The app is in the list of your access tokens. You can revoke its access there.',
  toTokens: 'See your access tokens',
  /** An app that the application declares is signed in as a device. */
  devicesLater: 'Then you find it among your devices, where you can sign it out.',
  signedIn: (name: string) => `${name} is signed in now. You can close this page.`,
  devicesHint: 'The app is in the list of your devices. You can sign it out there.',
  toDevices: 'See your devices',
  deniedTitle: 'The request was denied',
  denied: (name: string) => `“${name}” gets no access. You can close this page.`,
  notYours: 'Did you not start the app? Then somebody may be trying to get into your account.',
  secure: 'See what happened to your account',
};
