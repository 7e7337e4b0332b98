import { accessTokens } from './de/access-tokens.ts';
import { account, profile } from './de/account.ts';
import { activity } from './de/activity.ts';
import { codes } from './de/codes.ts';
import { devices } from './de/devices.ts';
import { sessionEnded } from './de/session-ended.ts';
import { errors, failures, issues, nextSteps } from './de/errors.ts';
import { language } from './de/language.ts';
import { checkEmail, confirmAddress, confirmSignIn, resetPassword } from './de/mailed-links.ts';
import { outbox } from './de/outbox.ts';
import { password } from './de/password.ts';
import { phone } from './de/phone.ts';
import { picture } from './de/picture.ts';
import { resumeLink } from './de/resume-link.ts';
import { ownPassword, signInMethods } from './de/sign-in-methods.ts';
import { accountExists, signIn, signUp } from './de/sign-in.ts';
import { verify } from './de/verify.ts';
import { common } from './de/everywhere.ts';
import { data } from './de/data.ts';
import { email } from './de/email.ts';
import { signOut } from './de/sign-out.ts';
import type { Texts } from './texts.ts';

/** Every text of the pages, in German. */
export const de: Texts = {
  accessTokens,
  account,
  activity,
  devices,
  sessionEnded,
  profile,
  codes,
  errors,
  failures,
  issues,
  nextSteps,
  language,
  checkEmail,
  confirmAddress,
  confirmSignIn,
  resetPassword,
  outbox,
  password,
  phone,
  picture,
  resumeLink,
  ownPassword,
  signInMethods,
  accountExists,
  signIn,
  signUp,
  verify,
  common,
  data,
  email,
  signOut,
};
