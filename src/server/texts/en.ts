import type { ErrorWords, NextStep } from '../../shared/errors/entry.ts';
import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';

const wordsOf = (code: ErrorCode): ErrorWords => ERRORS[code];
const labelOf = (step: NextStep): string => NEXT_STEPS[step].label;

/** Every text of the pages that the server itself writes, in English: refusals, and the front door without scripts. */
export const en = {
  wordsOf,
  labelOf,
  code: (code: string) => `Code: ${code}`,
  request: (id: string) => `Request: ${id}`,
  unknownTitle: 'Error',
  unknown:
    'Something went wrong, and this page was not told what. Nothing of yours was changed by coming here.',
  otherAddress: 'Open this address instead:',
  inAMoment: 'Try again in a moment.',
  needsScript: 'This page needs JavaScript. Switch it on and load the page again.',
  language: 'Language',
  signOutTitle: 'Sign out',
  signOutQuestion: 'Are you sure you want to sign out?',
  signOut: 'Sign out',
  onTheWay: 'Go on to sign in',
  /** What the application's own page says (`client/texts/en/sign-in.ts`), to the letter: one takes the other's place. */
  signIn: {
    title: 'Sign in',
    emailAddress: 'E-mail address',
    password: 'Password',
    forgot: 'Forgot your password?',
    mailLink: 'Email me a link',
    or: 'or',
    continueWith: (provider: string) => `Continue with ${provider}`,
    newHere: 'New here?',
    createAccount: 'Create an account',
    failedTitle: 'Unable to sign in',
    failed: 'The sign-in did not succeed. Start again below.',
    below: {
      startAgain: 'Start again below.',
      newLink: 'Ask for a new link below.',
      signInAgain: 'Sign in again below.',
    },
  },
  checkEmailTitle: 'Check your email',
  linkSent: 'A sign-in link has been sent to your e-mail address.',
  confirmTitle: 'Confirm sign-in',
  continueAs: (email: string) => `Continue as ${email}`,
};
