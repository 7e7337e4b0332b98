import type { ErrorCode } from './catalogue.ts';
import { ERROR_STEPS } from './steps.ts';

/** The same as `isErrorCode`, for the first page, which does not load the catalogue. */
export function isKnownCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STEPS, code);
}
