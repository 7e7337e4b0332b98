import { accessTokens } from './en/access-tokens.ts';
import { account, profile } from './en/account.ts';
import { activity } from './en/activity.ts';
import { codes } from './en/codes.ts';
import { data } from './en/data.ts';
import { developers } from './en/developers.ts';
import { device } from './en/device.ts';
import { devices } from './en/devices.ts';
import { email } from './en/email.ts';
import { errors, issues, nextSteps } from './en/errors.ts';
import { checkEmail, confirmAddress, confirmSignIn, resetPassword } from './en/mailed-links.ts';
import { outbox } from './en/outbox.ts';
import { phone } from './en/phone.ts';
import { picture } from './en/picture.ts';
import { resumeLink } from './en/resume-link.ts';
import { accountExists, signUp } from './en/sign-in.ts';
import { securityReview } from './en/security-review.ts';
import { ownPassword, signInMethods } from './en/sign-in-methods.ts';
import { signOut } from './en/sign-out.ts';

/** What the pages behind the first one say, in English, loaded with the first of them. */
export const enLater = {
  accessTokens,
  account,
  accountExists,
  activity,
  checkEmail,
  codes,
  confirmAddress,
  confirmSignIn,
  data,
  developers,
  device,
  devices,
  email,
  errors,
  issues,
  nextSteps,
  outbox,
  ownPassword,
  phone,
  picture,
  profile,
  resetPassword,
  resumeLink,
  securityReview,
  signInMethods,
  signOut,
  signUp,
};
