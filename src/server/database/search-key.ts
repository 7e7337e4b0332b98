import { NAME_MAX_LENGTH } from '../../shared/limits.ts';
import type { UserDocument } from './user-documents.ts';

/** Accents of the Latin, Greek and Cyrillic scripts. Marks of other scripts tell letters apart, so they stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * A name for search and sort: without accents, upper and lower case alike, one space between words. `José  GARCÍA` gives `jose garcia`. The
 * search text goes through it, too. It is empty where there is no name. One sign can become 18 letters (U+FDFA), so the length is bounded.
 */
export function searchKeyOf(name: string | null): string {
  if (name === null) return '';
  const letters = name.normalize('NFKD').replace(ACCENTS, '');
  // `ß` in upper case is `SS`. In lower case, a sigma at the end of a word is another letter, so the beginning of a word would not match.
  const folded = letters.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const words = folded.normalize('NFC').replace(/\s+/g, ' ').trim();
  return [...words].slice(0, NAME_MAX_LENGTH).join('').trimEnd();
}

/** The fields of a name. Every write that sets a name sets both. */
export function nameFields(name: string | null): Pick<UserDocument, 'name' | 'nameKey'> {
  return { name, nameKey: searchKeyOf(name) };
}
