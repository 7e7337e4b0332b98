import { common } from './everywhere.ts';
import { failures, firstErrors } from './failures.ts';
import { language } from './language.ts';
import { password } from './password.ts';
import { signIn } from './sign-in.ts';
import type { FirstPageTexts } from '../../texts.ts';

/** What the first page says, in German: one file an area. */
export const firstPage: FirstPageTexts = {
  common,
  firstErrors,
  failures,
  language,
  password,
  signIn,
};
