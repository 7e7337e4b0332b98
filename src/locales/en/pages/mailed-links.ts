import { plural } from '../plural.ts';

/** The pages around mails with links, except those that the links open. `{}` is where an address stands. */
export const checkEmail = {
  title: 'Check your email',
  /** `{}` is the address. */
  sent: 'We sent a sign-in link and a code to {}.',
  thisBrowser: 'Continue in this browser: your password is kept only here.',
};

export const resetPassword = {
  title: 'Choose a new password',
  backToSignIn: 'Back to sign in',
  intro:
    'We mail you a link to choose a new password. This also works if you have never had a password here.',
  mailLink: 'Email me the link',
  sent: (minutes: number) =>
    plural(minutes, {
      one: `A mail is on its way to {}. Its link works once, for ${minutes} minute.`,
      other: `A mail is on its way to {}. Its link works once, for ${minutes} minutes.`,
    }),
  newMail: 'A new mail is on its way. The link in the older one no longer works.',
};
