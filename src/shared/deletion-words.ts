/**
 * Whether these are the words that a person types to delete their account, so that no slip of the finger does. The words of any language
 * count, whatever the page's language, however a phone's keyboard has spaced, capitalised or composed them.
 */
export function areDeletionWords(typed: string, wordsOfAllLanguages: readonly string[]): boolean {
  return wordsOfAllLanguages.some((words) => normalize(words) === normalize(typed));
}

function normalize(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
