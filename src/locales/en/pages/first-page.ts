import { common } from './everywhere.ts';
import { failures, firstErrors } from './failures.ts';
import { language } from './language.ts';
import { password } from './password.ts';
import { signIn } from './sign-in.ts';

/** What the first page says, in English: one file an area. What is missing in another language does not compile there. */
export const firstPage = {
  common,
  firstErrors,
  failures,
  language,
  password,
  signIn,
};
