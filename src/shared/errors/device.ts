import type { ErrorEntry } from './entry.ts';

/** The sign-in of a device by a browser somewhere else (RFC 8628, section 3.5). */
export const DEVICE_ERRORS = {
  AUTHORIZATION_DENIED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'The person denied this device.',
    hint: 'If it was a mistake, start again.',
    next: 'sign-in',
  },
  DEVICE_CODE_EXPIRED: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'answer',
    title: 'Unable to sign in',
    message: 'This sign-in has expired, or its access token was fetched already.',
    hint: 'Start again.',
    next: 'sign-in',
  },
  USER_CODE_INVALID: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'form',
    title: 'Error',
    message: 'No device is waiting with this code.',
    hint: 'Compare it with the code that the device shows. A code works for ten minutes, and once.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
