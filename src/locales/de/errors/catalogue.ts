import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { ErrorWords } from '../../../shared/errors/entry.ts';
import { GERMAN_ACCESS_TOKEN_ERRORS } from './access-token.ts';
import { GERMAN_ACCOUNT_ERRORS } from './account.ts';
import { GERMAN_ADMINISTRATION_ERRORS } from './administration.ts';
import { GERMAN_AUTH_JS_ERRORS } from './auth-js.ts';
import { GERMAN_DEVICE_ERRORS } from './device.ts';
import { GERMAN_EMAIL_ERRORS } from './email.ts';
import { GERMAN_OAUTH_ERRORS } from './oauth.ts';
import { GERMAN_PASSKEY_ERRORS } from './passkey.ts';
import { GERMAN_PASSWORD_ERRORS } from './password.ts';
import { GERMAN_PHONE_ERRORS } from './phone.ts';
import { GERMAN_PICTURE_ERRORS } from './picture.ts';
import { GERMAN_REQUEST_ERRORS } from './request.ts';
import { GERMAN_SECOND_FACTOR_ERRORS } from './second-factor.ts';
import { GERMAN_SESSION_ERRORS } from './session.ts';
import { GERMAN_SIGN_IN_ERRORS } from './sign-in.ts';
import { GERMAN_WEBHOOK_ERRORS } from './webhook.ts';

/** The catalogue's words in German. People read them, on pages and in the server's own HTML. Answers to scripts stay English. */
export const GERMAN_ERRORS: Readonly<Record<ErrorCode, ErrorWords>> = {
  ...GERMAN_AUTH_JS_ERRORS,
  ...GERMAN_SIGN_IN_ERRORS,
  ...GERMAN_SESSION_ERRORS,
  ...GERMAN_ACCOUNT_ERRORS,
  ...GERMAN_PASSWORD_ERRORS,
  ...GERMAN_PASSKEY_ERRORS,
  ...GERMAN_SECOND_FACTOR_ERRORS,
  ...GERMAN_EMAIL_ERRORS,
  ...GERMAN_PHONE_ERRORS,
  ...GERMAN_ACCESS_TOKEN_ERRORS,
  ...GERMAN_ADMINISTRATION_ERRORS,
  ...GERMAN_WEBHOOK_ERRORS,
  ...GERMAN_DEVICE_ERRORS,
  ...GERMAN_OAUTH_ERRORS,
  ...GERMAN_PICTURE_ERRORS,
  ...GERMAN_REQUEST_ERRORS,
};
