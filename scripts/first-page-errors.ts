import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';
import type { ErrorWords } from '../src/shared/errors/entry.ts';

/** The page needs the words of these before the other words are loaded, and when they cannot be loaded. */
const FIRST_CODES = ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'] as const satisfies ErrorCode[];

const NOTE = '// Written by `npm run generate` from the catalogue.\n\n';

/**
 * src/shared/errors/first-page.ts: what the first page of the application needs of the catalogue, so that a browser does not load all of it to
 * show the sign-in form. A file of its own, because only English pages need it.
 */
export function renderFirstErrors(): string {
  return `${NOTE}import type { ErrorWords } from './entry.ts';

export type FirstErrorCode = ${FIRST_CODES.map((code) => `'${code}'`).join(' | ')};

/** The words of the errors that can happen before all words are loaded. */
export const FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = ${wordsIn(ERRORS)};
`;
}

function wordsIn(errors: Readonly<Record<ErrorCode, ErrorWords>>): string {
  const words = FIRST_CODES.map((code) => {
    const { title, message, hint } = errors[code];
    return [code, { title, message, hint }];
  });
  return JSON.stringify(Object.fromEntries(words));
}
