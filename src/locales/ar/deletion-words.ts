/** Without a hamza or a vowel mark, because keyboards write those in several ways. */
export const deletionWords: string = 'احذف حسابي';
