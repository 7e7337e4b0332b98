import { common } from './de/everywhere.ts';
import { failures, firstErrors } from './de/first-errors.ts';
import { language } from './de/language.ts';
import { password } from './de/password.ts';
import { sessionEnded } from './de/session-ended.ts';
import { signIn } from './de/sign-in.ts';
import { verify } from './de/verify.ts';
import type { FirstTexts } from './texts.ts';

/** What the first page says, in German: one file an area. */
export const de: FirstTexts = {
  common,
  firstErrors,
  failures,
  language,
  password,
  sessionEnded,
  signIn,
  verify,
};
