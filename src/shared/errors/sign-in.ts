import type { ErrorEntry } from './entry.ts';

export const SIGN_IN_ERRORS = {
  CODE_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code is not right.',
    hint: 'Check the six digits in the newest message.',
    next: 'correct-input',
  },
  CODE_DEAD: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code was entered wrongly too often and no longer works.',
    hint: 'Ask for a new one, or use the link if there is one beside it.',
    next: 'new-link',
  },
  CODE_OTHER_BROWSER: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This browser did not ask for this code.',
    hint: 'Type the code in the browser where you asked for it, open the link in the mail, or ask for a new code here.',
    next: 'new-link',
  },
  PROOF_OF_WORK_REQUIRED: {
    procedure: 'PRECONDITION_REQUIRED',
    status: 428,
    place: 'form',
    title: 'Unable to sign in',
    message: 'Many requests come from unknown devices right now, so yours must be checked first.',
    hint: 'A browser that runs scripts does this by itself. Without scripts, use another sign-in method, or come back in a few minutes.',
    next: 'wait',
  },
} as const satisfies Record<string, ErrorEntry>;
