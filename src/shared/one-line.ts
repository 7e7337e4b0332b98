/**
 * Control characters, line and paragraph separators, direction overrides, the byte order mark and unpaired surrogates. In a one-line name
 * these can only deceive readers.
 */
const DECEPTIVE = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

/** Matches a text without such characters. */
export const ONE_LINE = new RegExp(`^[^${DECEPTIVE}]*$`, 'u');

const DECEPTIVE_OR_SPACES = new RegExp(`[${DECEPTIVE}\\s]+`, 'gu');

/** Converts an untrusted text to one line: characters that `ONE_LINE` refuses, and runs of spaces, become one space. */
export function toOneLine(text: string): string {
  return text.replace(DECEPTIVE_OR_SPACES, ' ').trim();
}
