import type { ErrorEntry } from './entry.ts';

/** Phone numbers, and text messages to them. `issues.ts` loads them on the pages, so they stand alone. */
export const PHONE_ERRORS = {
  PHONE_TOO_SHORT: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'This number is too short.',
    hint: 'Check that no digit is missing.',
    next: 'correct-input',
  },
  PHONE_TOO_LONG: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'This number is too long.',
    hint: 'Check that no digit is there twice.',
    next: 'correct-input',
  },
  PHONE_NOT_A_NUMBER: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'This is not a phone number.',
    hint: 'Enter it as you would dial it, without letters.',
    next: 'correct-input',
  },
  PHONE_INVALID_COUNTRY: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'The country of this number is not known.',
    hint: 'Choose the country, or begin with + and its calling code.',
    next: 'correct-input',
  },
  PHONE_NOT_ALLOWED: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'This number cannot be used here.',
    hint: 'Use a number of your own that receives text messages.',
    next: 'correct-input',
  },
  PHONE_SEND_FAILED: {
    procedure: 'SERVICE_UNAVAILABLE',
    status: 503,
    place: 'form',
    title: 'Error',
    message: 'The text message could not be sent.',
    hint: 'Check the number, and try again in a while.',
    next: 'wait',
  },
} as const satisfies Record<string, ErrorEntry>;
