import type { ErrorEntry } from './entry.ts';

export const PASSWORD_ERRORS = {
  PASSWORD_WRONG: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Error',
    message: 'This is not your password.',
    hint: 'Check it and try again, or ask for a link to choose a new one.',
    next: 'correct-input',
  },
  PASSWORD_EXISTS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'You have a password already.',
    hint: 'Change it instead. You need your current password.',
    next: 'add-method',
  },
  ADDRESS_REQUIRED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'A password is typed together with an email address, and you have not confirmed one.',
    hint: 'Confirm an email address first.',
    next: 'add-method',
  },
  RESET_LINK_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Error',
    message: 'This link to choose a new password is no longer valid.',
    hint: 'It was used already, another link of yours was used, or it is older than an hour.',
    next: 'new-link',
  },
} as const satisfies Record<string, ErrorEntry>;
