import { accessTokens } from './access-tokens.ts';
import { accountExists } from './account-exists.ts';
import { account, profile } from './account.ts';
import { activity } from './activity.ts';
import { codes } from './codes.ts';
import { yourData } from './your-data.ts';
import { developers } from './developers.ts';
import { device } from './device.ts';
import { devices } from './devices.ts';
import { email } from './email.ts';
import { errors, issues, nextSteps } from './errors.ts';
import { checkEmail, confirmAddress, confirmSignIn, resetPassword } from './mailed-links.ts';
import { outbox } from './outbox.ts';
import { phone } from './phone.ts';
import { picture } from './picture.ts';
import { resumeLink } from './resume-link.ts';
import { signUp } from './sign-up.ts';
import { securityReview } from './security-review.ts';
import { ownPassword, signInMethods } from './sign-in-methods.ts';
import { signOut } from './sign-out.ts';
import type { LaterPagesTexts } from '../../texts.ts';

/** What the pages behind the first one say, in German, loaded with the first of them. */
export const laterPages: LaterPagesTexts = {
  accessTokens,
  account,
  accountExists,
  activity,
  checkEmail,
  codes,
  confirmAddress,
  confirmSignIn,
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
  yourData,
};
