/** Characters that can only deceive readers of a name, such as direction overrides. */
const DECEPTIVE = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069\\ufeff';
export const ONE_LINE = new RegExp(`^[^${DECEPTIVE}]*$`, 'u');
const DECEPTIVE_OR_SPACES = new RegExp(`[${DECEPTIVE}\\s]+`, 'gu');

/** Deceptive characters and runs of spaces become one space. */
export function toOneLine(text: string): string {
  return text.replace(DECEPTIVE_OR_SPACES, ' ').trim();
}
