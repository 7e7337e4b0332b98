import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { ErrorWords } from '../../../shared/errors/entry.ts';
import { ARABIC_ACCESS_TOKEN_ERRORS } from './access-token.ts';
import { ARABIC_ACCOUNT_ERRORS } from './account.ts';
import { ARABIC_ADMINISTRATION_ERRORS } from './administration.ts';
import { ARABIC_AUTH_JS_ERRORS } from './auth-js.ts';
import { ARABIC_DEVICE_ERRORS } from './device.ts';
import { ARABIC_EMAIL_ERRORS } from './email.ts';
import { ARABIC_OAUTH_ERRORS } from './oauth.ts';
import { ARABIC_PASSKEY_ERRORS } from './passkey.ts';
import { ARABIC_PASSWORD_ERRORS } from './password.ts';
import { ARABIC_PHONE_ERRORS } from './phone.ts';
import { ARABIC_PICTURE_ERRORS } from './picture.ts';
import { ARABIC_REQUEST_ERRORS } from './request.ts';
import { ARABIC_SECOND_FACTOR_ERRORS } from './second-factor.ts';
import { ARABIC_SESSION_ERRORS } from './session.ts';
import { ARABIC_SIGN_IN_ERRORS } from './sign-in.ts';
import { ARABIC_WEBHOOK_ERRORS } from './webhook.ts';

/** The catalogue's words in Arabic. People read them, on pages and in the server's own HTML. Answers to scripts stay English. */
export const ARABIC_ERRORS: Readonly<Record<ErrorCode, ErrorWords>> = {
  ...ARABIC_AUTH_JS_ERRORS,
  ...ARABIC_SIGN_IN_ERRORS,
  ...ARABIC_SESSION_ERRORS,
  ...ARABIC_ACCOUNT_ERRORS,
  ...ARABIC_PASSWORD_ERRORS,
  ...ARABIC_PASSKEY_ERRORS,
  ...ARABIC_SECOND_FACTOR_ERRORS,
  ...ARABIC_EMAIL_ERRORS,
  ...ARABIC_PHONE_ERRORS,
  ...ARABIC_ACCESS_TOKEN_ERRORS,
  ...ARABIC_ADMINISTRATION_ERRORS,
  ...ARABIC_WEBHOOK_ERRORS,
  ...ARABIC_DEVICE_ERRORS,
  ...ARABIC_OAUTH_ERRORS,
  ...ARABIC_PICTURE_ERRORS,
  ...ARABIC_REQUEST_ERRORS,
};
