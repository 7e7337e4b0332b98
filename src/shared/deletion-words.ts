/** Spaces, case and the Unicode form do not count, because a keyboard may change them. */
export function areDeletionWords(typed: string, wordsOfAllLanguages: readonly string[]): boolean {
  return wordsOfAllLanguages.some((words) => normalizeWords(words) === normalizeWords(typed));
}

function normalizeWords(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
