import { MailDeferredError, MailRefusedError } from '../../mail/mail.ts';
import { OutgoingCallError } from '../../net/outgoing-call-error.ts';

/** The secret that encrypted the job is not known. The job can run when it is known again. */
export class UnreadableJobError extends Error {
  override readonly name = 'UnreadableJobError';

  constructor() {
    super('the content was encrypted with another AUTH_SECRET');
  }
}

/** Codes of Node.js, of the mail library and of MongoDB: `ECONNREFUSED`. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,40}$/;
const ERROR_NAME = /^[A-Z][A-Za-z0-9]{1,40}$/;

/** Messages of other errors may contain addresses or secrets, so only the code or name is kept. */
export function failureOf(error: unknown): string {
  if (
    error instanceof MailRefusedError ||
    error instanceof MailDeferredError ||
    error instanceof UnreadableJobError
  )
    return error.message;
  if (error instanceof OutgoingCallError) return `the call to the outside failed: ${error.fault}`;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && ERROR_CODE.test(code)) return code;
  return ERROR_NAME.test(error.name) ? error.name : 'unknown';
}
