import type { ErrorEntry } from './entry.ts';

export const PASSKEY_ERRORS = {
  PASSKEY_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This passkey could not be verified.',
    hint: 'Try again, or sign in another way.',
    next: 'retry',
  },
  PASSKEY_UNKNOWN: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This passkey does not belong to an account here any more.',
    hint: 'Sign in another way, and delete it where your passkeys are kept.',
    next: 'retry',
  },
  PASSKEY_OTHER_HOST: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This passkey was made for an earlier address of this site and does not work here.',
    hint: 'Sign in another way, and create a new passkey.',
    next: 'retry',
  },
  PASSKEY_EXISTS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This passkey is in use already.',
    hint: 'Sign in with it, or create another one.',
    next: 'correct-input',
  },
  TOO_MANY_PASSKEYS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'You have as many passkeys as are allowed.',
    hint: 'Remove one that you do not use any more.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
