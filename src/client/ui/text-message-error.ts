import type { PageError } from '../errors.ts';

const CODES_ABOUT_CODES: ReadonlySet<string> = new Set(['CODE_INVALID', 'CODE_DEAD', 'CODE_OTHER_BROWSER']);

/** Replaces the catalogue's text about codes in mails when the code came in a text message. */
export function toTextMessageError(
  error: PageError,
  wording: 'text-message' | 'text-sign-in' = 'text-message',
): PageError {
  return CODES_ABOUT_CODES.has(error.code) ? { ...error, wording } : error;
}
