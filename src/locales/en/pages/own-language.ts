/** The language of a person's pages and mails, which they choose in their profile. */
export const ownLanguage = {
  hint: 'For these pages and for the mails you get.',
  change: 'Change language',
  saved: 'Your language is saved.',
};
