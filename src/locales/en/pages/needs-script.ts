/** What a page of the account application shows without script. */
export const needsScript = {
  title: 'JavaScript is switched off',
  text: 'This page needs JavaScript. Switch it on and load the page again.',
};
