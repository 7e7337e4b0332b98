import { common } from './everywhere.ts';
import { failures, firstErrors } from './failures.ts';
import { language } from './language.ts';
import { password } from './password.ts';
import { sessionEnded } from './session-ended.ts';
import { signIn } from './sign-in.ts';
import { verify } from './verify.ts';

/** What the first page says, in English: one file an area. What is missing in another language does not compile there. */
export const firstPage = {
  common,
  firstErrors,
  failures,
  language,
  password,
  sessionEnded,
  signIn,
  verify,
};
