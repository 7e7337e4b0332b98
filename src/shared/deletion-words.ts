import type { Locale } from './locale.ts';

/** The text that a person types to delete their account, against mistakes. The text of any language counts. */
export const DELETION_WORDS = {
  en: 'delete my account',
  de: 'mein Konto löschen',
} as const satisfies Readonly<Record<Locale, string>>;

/** Ignores the spaces, the case and the Unicode form that a keyboard may change. */
export function areDeletionWords(typed: string): boolean {
  return Object.values(DELETION_WORDS).some((words) => normalizeWords(words) === normalizeWords(typed));
}

function normalizeWords(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
