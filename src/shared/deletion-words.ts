import type { Locale } from './locale.ts';

/** What a person types to delete their account, so that no slip of the finger does: any of them counts, whatever the page's language. */
export const DELETION_WORDS = {
  en: 'delete my account',
  de: 'mein Konto löschen',
} as const satisfies Readonly<Record<Locale, string>>;

/** Whether these are the words, however a phone's keyboard has spaced, capitalised or composed them. */
export function areDeletionWords(typed: string): boolean {
  return Object.values(DELETION_WORDS).some((words) => plain(words) === plain(typed));
}

function plain(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
