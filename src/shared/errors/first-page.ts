import type { ErrorEntry } from './entry.ts';

/**
 * The words of the errors that can happen before all words are loaded, and when loading fails. The sign-in
 * page has them in its first file, so they stand apart from the catalogue, which takes them from here.
 */
export const FIRST_ERRORS = {
  NOT_FOUND: {
    title: 'Error',
    message: 'There is nothing here under this name.',
    hint: 'It may have been removed, or the address is mistyped.',
  },
  RATE_LIMITED: {
    title: 'Error',
    message: 'That was tried too often.',
    hint: 'Wait a moment, then try again.',
  },
  UNAVAILABLE: {
    title: 'Server error',
    message: 'The service cannot answer right now.',
    hint: 'You are not signed out. The page tries again automatically.',
  },
  INTERNAL: {
    title: 'Server error',
    message: 'Something failed on our side.',
    hint: 'Try again. If the error stays, send the request id to the operator of this site.',
  },
} as const satisfies Readonly<Record<string, Pick<ErrorEntry, 'title' | 'message' | 'hint'>>>;
