/**
 * Whether the typed text confirms the deletion of an account. The words of any language count. Spaces, case and the Unicode form are ignored,
 * because a keyboard may change them.
 */
export function areDeletionWords(typed: string, wordsOfAllLanguages: readonly string[]): boolean {
  return wordsOfAllLanguages.some((words) => normalizeWords(words) === normalizeWords(typed));
}

function normalizeWords(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
