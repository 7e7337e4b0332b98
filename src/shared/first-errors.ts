import type { ErrorEntry } from './error-entry.ts';

/** What may be met before anything else is loaded, and when nothing more can be: the part of the catalogue that every page has. */
export const FIRST_ERRORS = {
  NOT_FOUND: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'error',
    title: 'Error',
    message: 'There is nothing here under this name.',
    hint: 'It may have been removed, or the address is mistyped.',
    next: 'go-home',
  },
  RATE_LIMITED: {
    procedure: 'TOO_MANY_REQUESTS',
    status: 429,
    place: 'form',
    title: 'Error',
    message: 'That was tried too often.',
    hint: 'Wait a moment, then try again.',
    next: 'wait',
  },
  UNAVAILABLE: {
    procedure: 'SERVICE_UNAVAILABLE',
    status: 503,
    place: 'error',
    title: 'Server error',
    message: 'The service cannot answer right now. You are not signed out.',
    hint: 'It is tried again by itself.',
    next: 'retry',
  },
  INTERNAL: {
    procedure: 'INTERNAL_SERVER_ERROR',
    status: 500,
    place: 'form',
    title: 'Server error',
    message: 'Something failed on our side.',
    hint: 'Try again; if it stays, quote the request id.',
    next: 'retry',
  },
} as const satisfies Record<string, ErrorEntry>;
