import { ObjectId } from 'mongodb';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { enqueueJob } from '../../server/domain/jobs/jobs.ts';
import { MailRefusedError, type Mail } from '../../server/mail/mail.ts';
import type { FaultInjector } from '../faults/faults.ts';
import { appCodeOf } from '../app/app-code.ts';
import type { TestApp } from '../app/test-app.ts';

export const MAIL = {
  to: 'ada@example.test',
  subject: 'What happened',
  text: 'plain',
  html: '<p>markup</p>',
};

/** Refuses every mail permanently. */
export const REFUSING = {
  send: () => Promise.reject(new MailRefusedError('550 no such mailbox')),
  close: () => Promise.resolve(),
};

/** Makes a mail that was given up. */
export async function makeFailedMail(app: TestApp, userId: ObjectId | null = null): Promise<ObjectId> {
  const id = new ObjectId();
  await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, id, userId);
  await runDueJobs({ ...app.deps, mail: REFUSING });
  app.mailbox.clear();
  return id;
}

/** The sent mails of this kind, without those about sign-ins of the administrators. */
export function mailsSent({ mailbox }: TestApp): Mail[] {
  return mailbox.messages.filter(({ to }) => to === MAIL.to);
}

/** Runs a call whose process dies after its decision, before it writes the audit log. */
export async function dieBeforeAudit(faults: FaultInjector, change: () => Promise<unknown>): Promise<void> {
  const hold = faults.holdBefore('audit.insertOne');
  const call = appCodeOf(change());
  await hold.reached;
  faults.arm('killed', 0);
  hold.release();
  await call;
  faults.disarm();
}
