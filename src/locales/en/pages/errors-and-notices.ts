import { NEXT_STEPS, type ErrorWords, type NextStep } from '../../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { ISSUES, type IssueKey } from '../../../shared/issues.ts';

/** The specification fixes these words. */
const errors: Readonly<Record<ErrorCode, ErrorWords>> = ERRORS;
const issues: Readonly<Record<IssueKey, string>> = ISSUES;

const stepOf = (step: NextStep) => NEXT_STEPS[step].label;

const nextSteps: Readonly<Record<NextStep, string>> = {
  'sign-in': stepOf('sign-in'),
  'another-account': stepOf('another-account'),
  'new-link': stepOf('new-link'),
  'go-home': stepOf('go-home'),
  retry: stepOf('retry'),
  'correct-input': stepOf('correct-input'),
  wait: stepOf('wait'),
  'add-method': stepOf('add-method'),
  'verify-it-is-you': stepOf('verify-it-is-you'),
};

export const errorsAndNotices = {
  errors,

  goodbye: {
    title: 'Your account is deleted',
    text: 'You are signed out everywhere, and nobody can sign in to this account any more.',
    mail: (email: string) => `A mail to ${email} confirms it.`,
    startPage: 'Go to the start page',
  },

  issues,

  /** Pages of the application without script. */
  needsScript: {
    title: 'JavaScript is switched off',
    text: 'This page needs JavaScript. Switch it on and load the page again.',
  },

  nextSteps,

  sessionEnded: {
    title: 'You were signed out',
    here: 'You signed out in another tab of this browser. Sign in to continue where you were.',
    elsewhere:
      'This session was ended from another device, or it has expired. Sign in to continue where you were.',
  },

  /** For the error of the sign-in page's address. */
  signInErrors: {
    cancelled: 'The sign-in at the provider was cancelled. Nothing was changed.',
    failedTitle: 'Unable to sign in',
    failed: 'The sign-in did not succeed. Start again below.',
    startAgainBelow: 'Start again below.',
    newLinkBelow: 'Ask for a new link below.',
    signInAgainBelow: 'Sign in again below.',
  },

  signOut: {
    title: 'Sign out',
    question: 'Are you sure you want to sign out?',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    signOut: 'Sign out',
    stay: 'Stay signed in',
    doneTitle: 'Signed out',
    done: 'You are already signed out.',
  },

  /** For codes by text message. The catalogue's words are about codes in mails. */
  textCodes: {
    title: 'Not verified',
    codeInvalid: 'Check the six digits in the newest text message.',
    codeDead: 'Ask for a new one.',
    codeOtherBrowser: 'Enter it in the browser where you asked for it, or ask for a new one here.',
  },
};
