import type { ClientError } from '../errors.ts';

/** The catalogue speaks of codes in mails; these are the words for one that came by text message. */
const HINTS: { readonly [Code in ClientError['code']]?: string } = {
  CODE_INVALID: 'Check the six digits in the newest text message.',
  CODE_DEAD: 'Ask for a new one.',
};

export function ofTextMessage(error: ClientError): ClientError {
  const hint = HINTS[error.code];
  if (hint === undefined) return error;
  // Its title speaks of signing in, which nobody does here.
  return { ...error, title: 'Not verified', hint };
}
