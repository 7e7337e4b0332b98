/** In every language: a person may type those of another one than the page's. */
export const DELETION_WORDS = Object.values(
  import.meta.glob<string>('../../locales/*/deletion-words.ts', { eager: true, import: 'deletionWords' }),
);
