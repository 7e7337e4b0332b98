import { accessTokens } from './access-tokens.ts';
import { account, profile } from './account.ts';
import { activity } from './activity.ts';
import { continueTo } from './continue-to.ts';
import { yourData } from './your-data.ts';
import { developers } from './developers.ts';
import { device } from './device.ts';
import { devices } from './devices.ts';
import { email } from './email.ts';
import { impersonation } from './impersonation.ts';
import { outbox } from './outbox.ts';
import { ownFields } from './own-fields.ts';
import { ownLanguage } from './own-language.ts';
import { passkeys } from './passkeys.ts';
import { phone } from './phone.ts';
import { picture } from './picture.ts';
import { securityReview } from './security-review.ts';
import { ownPassword, signInMethods } from './sign-in-methods.ts';
import { verify } from './verify.ts';
import type { LaterPagesTexts } from '../../texts.ts';

/** What the pages after a sign-in say, in Arabic. */
export const laterPages: LaterPagesTexts = {
  accessTokens,
  account,
  activity,
  continueTo,
  developers,
  device,
  devices,
  email,
  impersonation,
  outbox,
  ownFields,
  ownLanguage,
  ownPassword,
  passkeys,
  phone,
  picture,
  profile,
  securityReview,
  signInMethods,
  verify,
  yourData,
};
