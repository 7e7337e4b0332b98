import type { ErrorWords } from '../../../shared/errors/entry.ts';
import { FIRST_ERRORS } from '../../../shared/errors/first-page.ts';

/** The errors that can occur before the other words are loaded. */
const firstErrors: Readonly<Record<keyof typeof FIRST_ERRORS, ErrorWords>> = FIRST_ERRORS;

/** A word that another language lacks does not compile there. */
export const firstPage = {
  /** For more than one area. */
  common: {
    loading: 'Loading',
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    change: 'Change',
    remove: 'Remove',
    keepIt: 'Keep it',
    or: 'or',
    verified: 'Verified',
    unverified: 'Unverified',
    signIn: 'Sign in',
    justAMoment: 'Just a moment',
    continueWith: (provider: string) => `Continue with ${provider}`,
    tryAgain: 'Try again',
    tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
    useAnotherAddress: 'Use another address',
    /** Links to pages of the operator. */
    terms: 'Terms',
    privacy: 'Privacy',
    support: 'Help',
  },

  firstErrors,

  failures: {
    waitSeconds: (seconds: number) => `You can try again in ${seconds} s.`,
    waitMinutes: (minutes: number) => `You can try again in ${minutes} min.`,
    waitIsOver: 'You can try again now.',
    /** Opens the code and the request id. */
    details: 'Details',
    code: (code: string) => `Code: ${code}`,
    request: (id: string) => `Request: ${id}`,
    /** For `UNAVAILABLE`, when nothing retries by itself. */
    inAMoment: 'Try again in a moment.',
    /** For a call without an answer while the browser is offline. */
    offline: {
      title: 'You are offline',
      message: 'There was no answer.',
      hint: 'Try again when the connection is back.',
    },
    /** For `UNAVAILABLE` of a step before the page was opened. */
    past: {
      title: 'That did not work',
      message: 'The service could not answer a moment ago.',
      hint: 'Try again.',
    },
    unknownTitle: 'Error',
    unknown: 'Something went wrong, and this page does not know what. Nothing in your account was changed.',
    notFoundTitle: 'Page not found',
    crashHint: 'Load the page again. If it fails again, quote the code.',
    loadAgain: 'Load the page again',
    goHome: 'Go to the start page',
  },

  language: {
    label: 'Language',
    failed: 'This language could not be loaded. Try again in a moment.',
  },

  password: {
    label: 'Password',
    /** After the sentence of a wrong sign-in. */
    checkBoth: 'Check the email address and the password, or use a link by mail.',
    newLabel: 'New password',
    /** For a password that is to be chosen. */
    advice: (characters: number) =>
      `${characters} characters or more. A few unrelated words are easy to remember.`,
    show: 'Show',
    hide: 'Hide',
    showField: (label: string) => `Show ${label.toLowerCase()}`,
    hideField: (label: string) => `Hide ${label.toLowerCase()}`,
    capsLock: 'Caps Lock is on.',
    strengths: ['Weak', 'Fair', 'Good', 'Strong'] as readonly [string, string, string, string],
    strength: (strength: string) => `Strength: ${strength.toLowerCase()}.`,
    tooShort: (characters: number, least: number) => `${characters} of at least ${least} characters.`,
    missing: 'Enter your password.',
    missingNew: 'Choose a password.',
  },

  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    emailAddress: 'Email address',
    missingEmail: 'Enter your email address.',
    missingPassword: 'Enter your password, or have a link mailed to you.',
    forgot: 'Forgot your password?',
    /** Beside the label of the password. */
    forgotShort: 'Forgot?',
    mailLink: 'Email me a link',
    lastUsed: 'Last used',
    moreWays: 'More ways to sign in',
    signInWith: (provider: string) => `Sign in with ${provider}`,
    noWayTitle: 'No sign-in method yet',
    noWay: 'No sign-in method is set up here. The people who run this site can add one.',
    byPhone: 'Use your phone',
    byPasskey: 'Use a passkey',
    newHere: 'New here?',
    createAccount: 'Create an account',
  },
};
