// Written by `npm run generate` from the catalogue.

import type { ErrorWords } from './entry.ts';

export type FirstErrorCode = 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'INTERNAL';

/** The words of the errors that can happen before all words are loaded. */
export const FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = {
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
};
