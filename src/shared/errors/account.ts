import type { ErrorEntry } from './entry.ts';

export const ACCOUNT_ERRORS = {
  LAST_SIGN_IN_METHOD: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This is your only sign-in method. Add another first.',
    hint: 'Connect another account, then remove this one.',
    next: 'add-method',
  },
  ACCOUNT_BELONGS_TO_OTHER: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This account is already connected to another user here.',
    hint: 'Sign in with it to reach that user and remove it there, or connect a different account.',
    next: 'another-account',
  },
  LINK_EXPIRED: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'This request to connect an account was finished already, or has expired.',
    hint: 'Start again with the provider.',
    next: 'sign-in',
  },
  LINK_CHANGED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'The account that waits to be connected is not the one that you saw.',
    hint: 'Look at the account again before you connect it.',
    next: 'retry',
  },
  WORDS_DIFFER: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'These are not the words to type.',
    hint: 'Type them as they are shown, and nothing else. Nothing was deleted.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
