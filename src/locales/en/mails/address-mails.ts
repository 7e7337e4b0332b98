/**
 * Mails to an address that somebody says is theirs. They name nobody and repeat nothing that was typed: else they would carry a stranger's
 * words to whomever the stranger likes.
 */
export const addressMails = {
  confirmEmail: {
    title: (name: string) => `Confirm your address for ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, wants to use this address for their account at ${name}. The link works where you are signed in to that account; anywhere else, enter the code on the page where the address was entered.`,
    button: 'Check and confirm',
    ignore:
      'If you did not ask for this, ignore this mail: nothing happens to your address. Do not share the code with anyone.',
  },
  addressTaken: {
    title: (name: string) => `Somebody wanted to use your address at ${name}`,
    sentences: [
      'They wanted to add it to another account than yours. Nothing was changed, and they did not learn that you have an account.',
      'If it was you, sign in to the account with this address, or change its address first. If not, there is nothing to do.',
    ],
    button: (name: string) => `Go to ${name}`,
  },
  /** The button in the mail that tells a former address of the change. */
  undoChange: 'This was not me, undo it',
};
