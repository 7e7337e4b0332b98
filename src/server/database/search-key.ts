import { NAME_MAX_LENGTH } from '../../shared/limits.ts';
import type { UserDocument } from './user-documents.ts';

/** Of the Latin, Greek and Cyrillic scripts. Marks of other scripts tell letters apart, so they stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Without accents, case and double spaces: `José  GARCÍA` gives `jose garcia`. One sign can become 18 letters
 * (U+FDFA), so the length is bounded.
 */
export function searchKeyOf(name: string | null): string {
  if (name === null) return '';
  const letters = name.normalize('NFKD').replace(ACCENTS, '');
  // `ß` in upper case is `SS`. A sigma at a word's end is another letter in lower case.
  const folded = letters.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const words = folded.normalize('NFC').replace(/\s+/g, ' ').trim();
  return [...words].slice(0, NAME_MAX_LENGTH).join('').trimEnd();
}

/** Every write that sets a name sets both. */
export function nameFields(name: string | null): Pick<UserDocument, 'name' | 'nameKey'> {
  return { name, nameKey: searchKeyOf(name) };
}
