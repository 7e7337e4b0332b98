import { JOB_LEASE_MS, SECOND_MS, MINUTE_MS } from '../../shared/limits.ts';
import type { JobDocument } from '../database/collections.ts';
import { startRepeatedWork } from '../database/repeated-work.ts';
import type { Dependencies } from '../dependencies.ts';
import { MailRefusedError } from '../mail/mail.ts';
import { finishDeletions } from './privacy/account-deletion.ts';
import { writeLeftAudit } from './authority/unwritten-audit.ts';
import { writeLeftOutboxes } from './activity/security-events.ts';
import { endDueSuspensions } from './administration/suspensions.ts';
import { finishDiscard, writeRetried } from './administration/failed-jobs.ts';
import { activeUser } from './rules/active-user.ts';
import { revokeGrant } from './users/grants.ts';
import { failureOf, UnreadableJobError } from './jobs/failure.ts';
import { openJob, RUNNABLE } from './jobs/jobs.ts';
import { sweepOrphanedRows } from './users/orphaned-rows.ts';
import { reportUnfinishedSignIn } from './sign-in/first-factor-notice.ts';
import { takePhone } from './phones/phone-release.ts';
import { resealTotpSecrets } from './second-factor/resealing.ts';
import { checkMarkedPictures } from './pictures/pictures.ts';
import { runDueRemovals } from './second-factor/removal.ts';
import { maintainEndpoints, sweepOrphanedDeliveries } from './webhooks/endpoint-maintenance.ts';
import { finishUnwrittenAudits } from './webhooks/endpoint-notices.ts';

/** A failed job is retried for about two days, then given up and kept for administrators. */
export const JOB_MAX_ATTEMPTS = 300;
export const JOB_PAUSE_MAX_MS = 10 * MINUTE_MS;

/** Processes share the jobs: a conditional write leases each. `stopping` leaves the others. */
export async function runDueJobs(deps: Dependencies, stopping?: AbortSignal): Promise<number> {
  await writeLeftOutboxes(deps);
  await writeLeftAudit(deps);
  await finishUnwrittenAudits(deps);
  await checkMarkedPictures(deps);
  await runDueRemovals(deps);
  await endDueSuspensions(deps);
  await finishDeletions(deps);
  await sweepOrphanedRows(deps);
  await resealTotpSecrets(deps);
  const done = await runJobs(deps, stopping);
  await maintainWebhooks(deps);
  return done;
}

async function runJobs(deps: Dependencies, stopping: AbortSignal | undefined): Promise<number> {
  for (let done = 0; ; done++) {
    if (stopping?.aborted) return done;
    const now = deps.now();
    const job = await deps.collections.jobs.findOneAndUpdate(
      { ...RUNNABLE, runAt: { $lte: now } },
      { $set: { runAt: new Date(now.getTime() + JOB_LEASE_MS) }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    );
    if (!job) return done;
    await runJob(deps, job);
  }
}

/** After the mails, which it must not delay. A failure ends only this pass. */
async function maintainWebhooks(deps: Dependencies): Promise<void> {
  for (const maintain of [maintainEndpoints, sweepOrphanedDeliveries]) {
    await maintain(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'webhook endpoints could not be maintained'),
    );
  }
}

async function runJob(deps: Dependencies, document: JobDocument): Promise<void> {
  const { _id, kind, attempts, retried } = document;
  const jobs = deps.collections.jobs;
  // When the lease has ended, another process has the job, or an administrator has decided about it.
  const leased = { _id, runAt: document.runAt };
  try {
    if (kind === 'discard') return await finishDiscard(deps, document);
    // A crash may have come between the decision to retry and its row.
    if (retried) await writeRetried(deps, retried);
    const job = openJob(deps, document);
    if (!job) throw new UnreadableJobError();
    if (job.kind === 'mail') await deps.mail.send({ ...job.mail, messageId: messageIdOf(deps, document) });
    if (job.kind === 'revoke-grant') await revokeGrant(deps, job);
    if (job.kind === 'release-phone') await takePhone(deps, job);
    if (job.kind === 'unfinished-sign-in') await reportUnfinishedSignIn(deps, job);
    await jobs.deleteOne({ _id });
  } catch (error) {
    const failure = failureOf(error);
    if (isPermanent(error) || attempts >= JOB_MAX_ATTEMPTS) {
      deps.log.error({ err: error, jobId: _id.toHexString(), kind, attempts }, 'job given up');
      await giveUp(deps, document, failure);
      return;
    }
    deps.log.warn(
      { err: error, jobId: _id.toHexString(), kind, attempts },
      'job failed, will be tried again',
    );
    // 10 s, 20 s, 40 s …
    const pause = Math.min(10 * SECOND_MS * 2 ** (attempts - 1), JOB_PAUSE_MAX_MS);
    await jobs.updateOne(leased, { $set: { runAt: new Date(deps.now().getTime() + pause), failure } });
  }
}

function isPermanent(error: unknown): boolean {
  return error instanceof MailRefusedError || error instanceof UnreadableJobError;
}

/** The job stays for administrators (`administration/failed-jobs.ts`), unless its user is deleted. */
async function giveUp(
  { collections, now }: Dependencies,
  { _id, runAt, userId }: JobDocument,
  failure: string,
): Promise<void> {
  const { jobs, users } = collections;
  const isOfDeleted = userId && (await users.countDocuments(activeUser(userId))) === 0;
  if (isOfDeleted) await jobs.deleteOne({ _id });
  else await jobs.updateOne({ _id, runAt }, { $set: { runAt: null, failedAt: now(), failure } });
}

/** A mail may be sent twice. With the same Message-ID, mail programs show it once (RFC 5322). */
function messageIdOf(deps: Dependencies, { _id }: JobDocument): string {
  return `<${_id.toHexString()}@${new URL(deps.settings.origin).hostname}>`;
}

/** Runs due jobs now and every `everyMs`. Answers a function that stops it and waits for the running job. */
export function startJobs(deps: Dependencies, everyMs = 5 * SECOND_MS): () => Promise<void> {
  const comparing = startRepeatedWork({
    everyMs,
    work: () => deps.databaseClock.compare(),
    onFailure: (error) =>
      deps.log.warn({ err: error }, 'the clock could not be compared with the clock of the database'),
  });
  const jobs = startRepeatedWork({
    everyMs,
    async work(stopping) {
      if (deps.migrations.waitingFor() === null) await runDueJobs(deps, stopping);
    },
    onFailure: (error) => deps.log.warn({ err: error }, 'jobs could not be looked for'),
  });
  comparing.wake();
  jobs.wake();
  return async () => {
    await Promise.all([jobs.stop(), comparing.stop()]);
  };
}
