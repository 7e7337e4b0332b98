import type { ErrorEntry } from './entry.ts';

export const EMAIL_ERRORS = {
  EMAIL_LINK_INVALID: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'form',
    title: 'Error',
    message: 'This link does not confirm an address of your account.',
    hint: 'It was used already, is older than a day, you asked for a newer one, or you are signed in to another account.',
    next: 'go-home',
  },
  EMAIL_TAKEN: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This address belongs to another account here.',
    hint: 'Use another one, or sign in with it to reach that account.',
    next: 'correct-input',
  },
  EMAIL_UNDO_INVALID: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'form',
    title: 'Error',
    message: 'This link to get an address back no longer works.',
    hint: 'It was used already, is older than seven days, or the account was deleted.',
    next: 'sign-in',
  },
  EMAIL_KEPT: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'This address was replaced less than seven days ago, and is reserved for its account.',
    hint: 'Sign in with the new one. If it is not yours, use the link in the mail about the change.',
    next: 'sign-in',
  },
} as const satisfies Record<string, ErrorEntry>;
