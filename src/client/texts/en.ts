import { common } from './en/everywhere.ts';
import { failures, firstErrors } from './en/first-errors.ts';
import { language } from './en/language.ts';
import { password } from './en/password.ts';
import { sessionEnded } from './en/session-ended.ts';
import { signIn } from './en/sign-in.ts';
import { verify } from './en/verify.ts';

/** What the first page says, in English: one file an area. What is missing in another language does not compile there. */
export const en = {
  common,
  firstErrors,
  failures,
  language,
  password,
  sessionEnded,
  signIn,
  verify,
};
