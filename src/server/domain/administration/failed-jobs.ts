import { ObjectId, type Filter, type UpdateFilter } from 'mongodb';
import { FAILED_JOBS_LISTED_MAX, JOB_LEASE_MS } from '../../../shared/limits.ts';
import type { FailedJob } from '../../../shared/schemas/administration.ts';
import { AppError } from '../../app-error.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import type { JobDocument } from '../../database/collections.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditRow } from '../authority/unwritten-audit.ts';
import { sealNothing } from '../jobs/jobs.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';

/** Jobs that were given up. `$gt` is the condition of the partial index. */
export const GIVEN_UP: Filter<JobDocument> = { failedAt: { $gt: new Date(0) } };

/** The jobs given up in the last month, newest first, without their sealed payload. */
export async function listFailedJobs({
  collections,
}: Pick<Dependencies, 'collections'>): Promise<FailedJob[]> {
  const rows = await collections.jobs
    .find(GIVEN_UP, { sort: { failedAt: -1 }, limit: FAILED_JOBS_LISTED_MAX, projection: { payload: 0 } })
    .toArray();
  return rows.flatMap(({ _id, kind, userId, attempts, failure, createdAt, failedAt }) =>
    failedAt && failure !== undefined
      ? [
          {
            id: _id.toHexString(),
            kind,
            userId: userId?.toHexString() ?? null,
            attempts,
            failure,
            createdAt: createdAt.toISOString(),
            failedAt: failedAt.toISOString(),
          },
        ]
      : [],
  );
}

/**
 * Lets a job that was given up run again, with all its attempts. If two calls run at once, one succeeds. The
 * deciding write carries the row of the audit log. After a crash, the job runner writes it before the job.
 * Throws `NOT_FOUND` and what `requireAuthority` throws.
 */
export async function retryJob(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  authority: Authority,
  id: string,
  requestContext: RequestContext,
): Promise<{ id: string }> {
  const { filter, row } = await prepareDecision(deps, authority, id, requestContext, 'job-retried');
  const { modifiedCount } = await deps.collections.jobs.updateOne(filter, runAgain(row.at, row));
  if (modifiedCount === 0) throw new AppError('NOT_FOUND');
  await insertOnce(deps.collections.audit, row);
  return { id };
}

/**
 * Lets several jobs run again with one row of the audit log. Jobs that are not given up any more stay. Only
 * the first write tells which jobs this call took. It makes them due after a lease and stores the row on
 * each. When the row is written, a second write makes them due now. After a crash they run after the lease.
 * Throws what `requireAuthority` throws.
 */
export async function retryJobs(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  authority: Authority,
  ids: readonly string[],
  requestContext: RequestContext,
): Promise<{ count: number }> {
  const { collections } = deps;
  const among = (chosen: readonly ObjectId[]): Filter<JobDocument> => ({ _id: { $in: chosen }, ...GIVEN_UP });
  const jobs = await collections.jobs
    .find(among(ids.map((id) => new ObjectId(id))), { projection: { kind: 1 } })
    .toArray();
  if (jobs.length === 0) return { count: 0 };
  const found = jobs.map(({ _id }) => _id);
  const at = deps.now();
  const row = makeAuditRow(
    null,
    at,
    makeAuditEntry(authority, requestContext, { action: 'job-retried', after: listOf(jobs) }),
  );
  await requireAuthority(deps, authority);
  const leasedUntil = new Date(at.getTime() + JOB_LEASE_MS);
  const { modifiedCount } = await collections.jobs.updateMany(among(found), runAgain(leasedUntil, row));
  if (modifiedCount > 0) {
    await writeRetried(deps, row);
    // A job whose lease has ended belongs to the process that has it now.
    await collections.jobs.updateMany(
      { _id: { $in: found }, 'retried._id': row._id, runAt: leasedUntil },
      { $set: { runAt: deps.now() }, $unset: { retried: '' } },
    );
  }
  return { count: modifiedCount };
}

/**
 * Writes the audit row before the first job runs. For several jobs, the row lists those that store it. A
 * second call changes nothing.
 */
export async function writeRetried(
  { collections: { audit, jobs } }: Pick<Dependencies, 'collections'>,
  row: AuditDocument,
): Promise<void> {
  if (row.subject !== null) return void (await insertOnce(audit, row));
  const { jobs: listed } = row.after as ReturnType<typeof listOf>;
  const taken = await jobs
    .find(
      { _id: { $in: listed.map((id) => new ObjectId(id)) }, 'retried._id': row._id },
      { projection: { kind: 1 } },
    )
    .toArray();
  await insertOnce(audit, { ...row, after: listOf(taken) });
}

function listOf(jobs: readonly Pick<JobDocument, '_id' | 'kind'>[]): { kinds: string[]; jobs: string[] } {
  return {
    kinds: [...new Set(jobs.map(({ kind }) => kind))].toSorted(),
    jobs: jobs.map(({ _id }) => _id.toHexString()),
  };
}

function runAgain(runAt: Date, row: AuditDocument): UpdateFilter<JobDocument> {
  return { $set: { runAt, attempts: 0, retried: row }, $unset: { failedAt: '' } };
}

/**
 * Deletes a job that was given up. One write decides between discarding and retrying. It removes the payload
 * and leaves the row of the audit log for the job runner. As the kind is `discard`, no process runs the job.
 * Throws `NOT_FOUND` and what `requireAuthority` throws.
 */
export async function discardJob(
  deps: Pick<Dependencies, 'collections' | 'now' | 'vault'>,
  authority: Authority,
  id: string,
  requestContext: RequestContext,
): Promise<{ id: string }> {
  const { filter, row } = await prepareDecision(deps, authority, id, requestContext, 'job-discarded');
  const payload = sealNothing(deps, new ObjectId(id));
  const discarded = await deps.collections.jobs.findOneAndUpdate(
    filter,
    {
      $set: { kind: 'discard', userId: null, payload, runAt: row.at, discarded: row },
      $unset: { failedAt: '', failure: '', retried: '' },
    },
    { returnDocument: 'after' },
  );
  if (!discarded) throw new AppError('NOT_FOUND');
  await finishDiscard(deps, discarded);
  return { id };
}

/** Throws `NOT_FOUND` and what `requireAuthority` throws. */
async function prepareDecision(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  authority: Authority,
  id: string,
  requestContext: RequestContext,
  action: 'job-retried' | 'job-discarded',
): Promise<{ filter: Filter<JobDocument>; row: AuditDocument }> {
  const _id = new ObjectId(id);
  const filter = { _id, ...GIVEN_UP };
  const job = await deps.collections.jobs.findOne(filter, { projection: { kind: 1 } });
  if (!job) throw new AppError('NOT_FOUND');
  const { kind } = job;
  const change = action === 'job-retried' ? { after: { kind } } : { before: { kind } };
  const entry = makeAuditEntry(authority, requestContext, { action, ...change });
  const row = makeAuditRow({ kind: 'job', id: _id }, deps.now(), entry);
  await requireAuthority(deps, authority);
  return { filter, row };
}

/** A second call changes nothing. */
export async function finishDiscard(
  { collections: { audit, jobs } }: Pick<Dependencies, 'collections'>,
  { _id, discarded }: JobDocument,
): Promise<void> {
  if (discarded) await insertOnce(audit, discarded);
  await jobs.deleteOne({ _id });
}
