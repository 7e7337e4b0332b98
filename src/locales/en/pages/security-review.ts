/** What was added to an account before its password was reset, and the notice that leads there. */
import { plural } from '../plural.ts';

export const securityReview = {
  title: 'Check your account',
  vouchedIntro:
    'This site or its former system set your account up, with what is listed here. Remove what you do not know. If all of it is yours, say so: your other devices are then signed out.',
  intro: (day: string) =>
    `Your password was reset. Other sign-in methods still work. Check what was added since ${day}, and remove what you do not know.`,
  listTitle: 'Added to your account',
  listHint: 'If you do not know one of these, somebody else may be able to sign in with it.',
  phone: 'Phone number',
  passkey: 'Passkey',
  password: 'Password',
  authenticatorApp: 'Authenticator app',
  addedOn: (day: string) => `Added on ${day}`,
  removePhone: (number: string) => `Remove ${number}`,
  removedPhone: (number: string) => `${number} was removed.`,
  allMine: 'All of this is mine',
  allMineMeaning: 'It stays, and we do not ask you about it again.',
  nothingLeft: 'There is nothing left to check.',
  finished: 'Thank you. What was added stays, and we do not ask you about it again.',
  goOn: 'Continue',
  otherWay: 'Sign in another way',
  noticeTitle: 'Is all of this yours?',
  notice: (count: number) =>
    plural(count, {
      one: 'Your password was reset. One thing was added to your account shortly before that, or since.',
      other: `Your password was reset. ${count} things were added to your account shortly before that, or since.`,
    }),
};
