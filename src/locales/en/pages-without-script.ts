import { NEXT_STEPS, type ErrorWords, type NextStep } from '../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { common } from './pages/everywhere.ts';
import { failures } from './pages/failures.ts';
import { language } from './pages/language.ts';
import { checkEmail } from './pages/mailed-links.ts';
import { password } from './pages/password.ts';
import { signIn } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';

/**
 * What the pages say that the server itself writes: refusals, and the front door without scripts. The application draws some of the same
 * pages, and takes the place of the server's sign-in page to the letter; their words are those of `pages/`.
 */
export const pagesWithoutScript = {
  wordsOf: (code: ErrorCode): ErrorWords => ERRORS[code],
  labelOf: (step: NextStep): string => NEXT_STEPS[step].label,
  code: failures.code,
  request: failures.request,
  unknownTitle: failures.unknownTitle,
  unknown: failures.unknown,
  inAMoment: failures.inAMoment,
  otherAddress: 'Open this address instead:',
  needsScript: 'This page needs JavaScript. Switch it on and load the page again.',
  language: language.label,
  signOutTitle: signOut.title,
  signOutQuestion: signOut.question,
  signOut: signOut.signOut,
  onTheWay: 'Continue to sign in',
  signIn: { ...signIn, password: password.label, or: common.or, continueWith: common.continueWith },
  checkEmailTitle: checkEmail.title,
  linkSent: checkEmail.sent,
};
