export const language = {
  label: 'Language',
  hint: 'Of these pages, and of the mails that you get.',
  failed: 'This language could not be loaded. Try again in a moment.',
};
