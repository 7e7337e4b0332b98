import type { ClientError } from '../errors.ts';

/** The catalogue speaks of codes in mails; this failure is about one that came by text message. */
export function ofTextMessage(error: ClientError): ClientError {
  const isAboutCode = error.code === 'CODE_INVALID' || error.code === 'CODE_DEAD';
  return isAboutCode ? { ...error, wording: 'text-message' } : error;
}
