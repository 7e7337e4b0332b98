/**
 * Control characters, line and paragraph separators, direction overrides, the byte order mark and halves of surrogate pairs. A name is one line of text,
 * and these only deceive its readers.
 */
const DECEIVING = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

/** Matches a text without such characters. */
export const ONE_LINE = new RegExp(`^[^${DECEIVING}]*$`, 'u');

const DECEIVING_AND_SPACES = new RegExp(`[${DECEIVING}\\s]+`, 'gu');

/** A text that somebody else chose, as one line: what `ONE_LINE` refuses, and every run of spaces, becomes one space. */
export function toOneLine(text: string): string {
  return text.replace(DECEIVING_AND_SPACES, ' ').trim();
}
