import { GERMAN_ERRORS } from './errors/catalogue.ts';
import { GERMAN_NEXT_STEPS } from './errors/next-steps.ts';
import type { PagesWithoutScriptTexts } from '../texts.ts';
import { common } from './pages/everywhere.ts';
import { failures } from './pages/failures.ts';
import { language } from './pages/language.ts';
import { checkEmail } from './pages/mailed-links.ts';
import { password } from './pages/password.ts';
import { signIn } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';

export const pagesWithoutScript: PagesWithoutScriptTexts = {
  wordsOf: (code) => GERMAN_ERRORS[code],
  labelOf: (step) => GERMAN_NEXT_STEPS[step],
  code: failures.code,
  request: failures.request,
  unknownTitle: failures.unknownTitle,
  unknown: failures.unknown,
  inAMoment: failures.inAMoment,
  otherAddress: 'Öffnen Sie stattdessen diese Adresse:',
  needsScript: 'Diese Seite braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  language: language.label,
  signOutTitle: signOut.title,
  signOutQuestion: signOut.question,
  signOut: signOut.signOut,
  onTheWay: 'Weiter zur Anmeldung',
  signIn: { ...signIn, password: password.label, or: common.or, continueWith: common.continueWith },
  checkEmailTitle: checkEmail.title,
  linkSent: checkEmail.sent,
};
