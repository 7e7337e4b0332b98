import type { ErrorEntry } from './entry.ts';
import { HTTP } from './http.ts';

/** Sign-ins, and what a session does not allow. */
export const SIGN_IN_ERRORS = {
  // Codes in mails and text messages, and the price of guesses while unknown callers make many.
  CODE_INVALID: {
    ...HTTP.UNAUTHORIZED,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code is not right.',
    hint: 'Check the six digits in the newest message.',
    next: 'correct-input',
  },
  CODE_DEAD: {
    ...HTTP.UNAUTHORIZED,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code was entered wrongly too often and no longer works.',
    hint: 'Ask for a new one, or use the link if there is one beside it.',
    next: 'new-link',
  },
  CODE_OTHER_BROWSER: {
    ...HTTP.UNAUTHORIZED,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This browser did not ask for this code.',
    hint: 'Type the code in the browser where you asked for it, open the link in the mail, or ask for a new code here.',
    next: 'new-link',
  },
  PROOF_OF_WORK_REQUIRED: {
    ...HTTP.PRECONDITION_REQUIRED,
    place: 'form',
    title: 'Unable to sign in',
    message: 'Many requests come from unknown devices right now, so yours must be checked first.',
    hint: 'A browser that runs scripts does this by itself. Without scripts, use another sign-in method, or come back in a few minutes.',
    next: 'wait',
  },

  // What a session does not allow before its person has verified who they are.
  SESSION_NOT_FRESH: {
    ...HTTP.FORBIDDEN,
    place: 'form',
    title: 'Error',
    message: 'This is sensitive, and you signed in a while ago.',
    hint: 'Verify it’s you to continue.',
    next: 'verify-it-is-you',
  },
  REAUTHENTICATION_FAILED: {
    ...HTTP.FORBIDDEN,
    place: 'form',
    title: 'Unable to sign in',
    message:
      'The provider did not confirm that it was you, just now, with the account that is connected here.',
    hint: 'Choose the connected account there and sign in again, or use another sign-in method.',
    next: 'verify-it-is-you',
  },
  OTHER_SIGN_IN_REQUIRED: {
    ...HTTP.FORBIDDEN,
    place: 'form',
    title: 'Error',
    message: 'You signed in with something that is on this list, so you cannot confirm the list here.',
    hint: 'Sign in with your password or by email, and confirm it then.',
    next: 'sign-in',
  },
  SECURITY_REVIEW_CHANGED: {
    ...HTTP.CONFLICT,
    place: 'form',
    title: 'Error',
    message: 'Something was added, changed or removed since you opened this list.',
    hint: 'Check the list again, and confirm it when all of it is yours.',
    next: 'retry',
  },
} as const satisfies Record<string, ErrorEntry>;
