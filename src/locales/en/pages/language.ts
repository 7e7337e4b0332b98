export const language = {
  label: 'Language',
  hint: 'For these pages and for the mails you get.',
  change: 'Change language',
  saved: 'Your language is saved.',
  failed: 'This language could not be loaded. Try again in a moment.',
};
