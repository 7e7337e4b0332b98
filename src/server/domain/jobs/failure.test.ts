import { expect, it } from 'vitest';
import { MailDeferredError, MailRefusedError } from '../../mail/mail.ts';
import { OutgoingCallError } from '../../net/outgoing-call-error.ts';
import { failureOf, UnreadableJobError } from './failure.ts';

it('says why a job failed, and nothing of what a message may contain', () => {
  const SECRET = 'ada@example.test token=4711';
  const failures = [
    new MailRefusedError('the mail server answered 550 5.1.1 to RCPT TO'),
    new MailDeferredError('the mail server answered 451 to DATA'),
    new UnreadableJobError(),
    new OutgoingCallError('timeout', SECRET),
    Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' }),
    Object.assign(new Error(SECRET), { code: SECRET }),
    Object.assign(new Error(SECRET), { name: SECRET }),
    new TypeError(SECRET),
    SECRET,
    null,
  ].map(failureOf);
  expect(failures).toEqual([
    'the mail server answered 550 5.1.1 to RCPT TO',
    'the mail server answered 451 to DATA',
    'the content was encrypted with another AUTH_SECRET',
    'the call to the outside failed: timeout',
    'ECONNREFUSED',
    'Error',
    'unknown',
    'TypeError',
    'unknown',
    'unknown',
  ]);
});
