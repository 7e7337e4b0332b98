import { accessTokens } from './en/access-tokens.ts';
import { account, profile } from './en/account.ts';
import { activity } from './en/activity.ts';
import { codes } from './en/codes.ts';
import { devices } from './en/devices.ts';
import { sessionEnded } from './en/session-ended.ts';
import { errors, failures, issues, nextSteps } from './en/errors.ts';
import { language } from './en/language.ts';
import { checkEmail, confirmAddress, confirmSignIn, resetPassword } from './en/mailed-links.ts';
import { outbox } from './en/outbox.ts';
import { password } from './en/password.ts';
import { phone } from './en/phone.ts';
import { picture } from './en/picture.ts';
import { resumeLink } from './en/resume-link.ts';
import { ownPassword, signInMethods } from './en/sign-in-methods.ts';
import { accountExists, signIn, signUp } from './en/sign-in.ts';
import { verify } from './en/verify.ts';
import { common } from './en/everywhere.ts';
import { data } from './en/data.ts';
import { email } from './en/email.ts';
import { signOut } from './en/sign-out.ts';

/** Every text of the pages, in English: one file an area. What is missing in another language does not compile there. */
export const en = {
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
