/** The catalogue of errors speaks of codes in mails. These words are about a code that came by text message. */
export const textCodes = {
  title: 'Not verified',
  codeInvalid: 'Check the six digits in the newest text message.',
  codeDead: 'Ask for a new one.',
  codeOtherBrowser: 'Enter it in the browser where you asked for it, or ask for a new one here.',
};
