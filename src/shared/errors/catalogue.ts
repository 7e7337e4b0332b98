import type { ErrorEntry } from './entry.ts';
import { ACCESS_TOKEN_ERRORS } from './access-token.ts';
import { ACCOUNT_ERRORS } from './account.ts';
import { ADMINISTRATION_ERRORS } from './administration.ts';
import { AUTH_JS_ERRORS } from './auth-js.ts';
import { DEVICE_ERRORS } from './device.ts';
import { EMAIL_ERRORS } from './email.ts';
import { OAUTH_ERRORS } from './oauth.ts';
import { PASSKEY_ERRORS } from './passkey.ts';
import { PASSWORD_ERRORS } from './password.ts';
import { PHONE_ERRORS } from './phone.ts';
import { PICTURE_ERRORS } from './picture.ts';
import { REQUEST_ERRORS } from './request.ts';
import { SECOND_FACTOR_ERRORS } from './second-factor.ts';
import { SESSION_ERRORS } from './session.ts';
import { SIGN_IN_ERRORS } from './sign-in.ts';
import { WEBHOOK_ERRORS } from './webhook.ts';

/** On pages, in `error.data.appCode` and in the log. `src/locales` has the words of other languages. */
export const ERRORS = {
  ...AUTH_JS_ERRORS,
  ...SIGN_IN_ERRORS,
  ...SESSION_ERRORS,
  ...ACCOUNT_ERRORS,
  ...PASSWORD_ERRORS,
  ...PASSKEY_ERRORS,
  ...SECOND_FACTOR_ERRORS,
  ...EMAIL_ERRORS,
  ...PHONE_ERRORS,
  ...ACCESS_TOKEN_ERRORS,
  ...ADMINISTRATION_ERRORS,
  ...WEBHOOK_ERRORS,
  ...DEVICE_ERRORS,
  ...OAUTH_ERRORS,
  ...PICTURE_ERRORS,
  ...REQUEST_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
