import type { Log } from './log-lines.ts';

/** Only the compiler checks this file. */
export function writesListedLinesOnly(log: Log, user: { readonly email: string }): void {
  log.warn({ err: new Error('x'), kind: 'mail', jobId: '1', attempts: 2 }, 'job failed, will be tried again');
  log.info({}, 'the database is available again');

  // @ts-expect-error: no such line is listed
  log.info({}, 'something happened');
  // @ts-expect-error: this line is a warning
  log.info({}, 'the database is unavailable');
  // @ts-expect-error: this line does not list the field
  log.warn({ err: 'x', userId: '1' }, 'jobs could not be looked for');
  // @ts-expect-error: a spread brings a field that this line does not list
  log.warn({ ...user }, 'jobs could not be looked for');
  // @ts-expect-error: a whole document is no value of a field
  log.info({ provider: user }, 'identity provider removed');
  // @ts-expect-error: no such event is listed
  log.info({ event: 'auth.unknown', requestId: '1' }, 'authentication');
}
