import type { ClientError } from '../errors.ts';

const CODES_ABOUT_CODES: ReadonlySet<string> = new Set(['CODE_INVALID', 'CODE_DEAD', 'CODE_OTHER_BROWSER']);

/** The catalogue speaks of codes in mails; this failure is about one that came by text message. */
export function ofTextMessage(error: ClientError): ClientError {
  return CODES_ABOUT_CODES.has(error.code) ? { ...error, wording: 'text-message' } : error;
}
