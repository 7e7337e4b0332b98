import type { ErrorEntry } from './entry.ts';
import { SIGN_IN_ERRORS } from './sign-in.ts';
import { ACCOUNT_ERRORS } from './account.ts';
import { APPLICATION_ERRORS } from './applications.ts';
import { REQUEST_ERRORS } from './request.ts';
import { AUTH_JS_ERRORS } from './auth-js.ts';
import { PHONE_ERRORS } from './phone.ts';

/** On pages, in `error.data.appCode` and in the log. `src/locales` has the words of other languages. */
export const ERRORS = {
  ...AUTH_JS_ERRORS,
  ...SIGN_IN_ERRORS,
  ...ACCOUNT_ERRORS,
  ...PHONE_ERRORS,
  ...APPLICATION_ERRORS,
  ...REQUEST_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
