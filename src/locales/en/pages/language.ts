export const language = {
  label: 'Language',
  failed: 'This language could not be loaded. Try again in a moment.',
};
