import type { ErrorEntry } from './entry.ts';

/** The sign-in of a device by a browser somewhere else (RFC 8628, section 3.5). */
export const DEVICE_ERRORS = {
  AUTHORIZATION_PENDING: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'answer',
    title: 'Unable to sign in',
    message: 'Nobody has decided yet about this program.',
    hint: 'Ask again after the pause that is named.',
    next: 'wait',
  },
  SLOW_DOWN: {
    procedure: 'TOO_MANY_REQUESTS',
    status: 429,
    place: 'answer',
    title: 'Unable to sign in',
    message: 'This was asked again too soon.',
    hint: 'Keep to the pause that is named; it is longer now.',
    next: 'wait',
  },
  AUTHORIZATION_DENIED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'The person did not let this program in.',
    hint: 'If it was a mistake, start again.',
    next: 'sign-in',
  },
  DEVICE_CODE_EXPIRED: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'answer',
    title: 'Unable to sign in',
    message: 'This attempt to sign in is over: it took too long, or its token was told already.',
    hint: 'Start again.',
    next: 'sign-in',
  },
  USER_CODE_INVALID: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'form',
    title: 'Error',
    message: 'No program waits under this code.',
    hint: 'Compare it with the one that the program shows. A code works for ten minutes, and once.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
