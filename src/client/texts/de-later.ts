import { accessTokens } from './de/access-tokens.ts';
import { account, profile } from './de/account.ts';
import { activity } from './de/activity.ts';
import { codes } from './de/codes.ts';
import { data } from './de/data.ts';
import { developers } from './de/developers.ts';
import { device } from './de/device.ts';
import { devices } from './de/devices.ts';
import { email } from './de/email.ts';
import { errors, issues, nextSteps } from './de/errors.ts';
import { checkEmail, confirmAddress, confirmSignIn, resetPassword } from './de/mailed-links.ts';
import { outbox } from './de/outbox.ts';
import { phone } from './de/phone.ts';
import { picture } from './de/picture.ts';
import { resumeLink } from './de/resume-link.ts';
import { accountExists, signUp } from './de/sign-in.ts';
import { securityReview } from './de/security-review.ts';
import { ownPassword, signInMethods } from './de/sign-in-methods.ts';
import { signOut } from './de/sign-out.ts';
import type { LaterTexts } from './texts.ts';

/** What the pages behind the first one say, in German, loaded with the first of them. */
export const deLater: LaterTexts = {
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
