import { ObjectId, type Filter } from 'mongodb';
import { FAILED_JOBS_LISTED_MAX } from '../../../shared/limits.ts';
import type { FailedJob } from '../../../shared/schemas/administration.ts';
import { AppError } from '../../app-error.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import type { JobDocument } from '../../database/collections.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';

/** The filter for jobs that were given up. `$gt` is the condition of the partial index. */
export const GIVEN_UP: Filter<JobDocument> = { failedAt: { $gt: new Date(0) } };

/** The jobs that were given up in the last month, newest first. What they contain stays sealed. */
export async function listFailedJobs({
  collections,
}: Pick<Dependencies, 'collections'>): Promise<FailedJob[]> {
  const rows = await collections.jobs
    .find(GIVEN_UP, { sort: { failedAt: -1 }, limit: FAILED_JOBS_LISTED_MAX, projection: { payload: 0 } })
    .toArray();
  return rows.flatMap(({ _id, kind, userId, attempts, createdAt, failedAt }) =>
    failedAt
      ? [
          {
            id: _id.toHexString(),
            kind,
            userId: userId?.toHexString() ?? null,
            attempts,
            createdAt: createdAt.toISOString(),
            failedAt: failedAt.toISOString(),
          },
        ]
      : [],
  );
}

/**
 * Lets a job that was given up run again, with all its attempts. One write decides, so of parallel calls one succeeds. It also carries the row
 * of the audit log, which is written before the answer; after a crash, the job runner writes it before it runs the job.
 *
 * Throws `NOT_FOUND` and what `requireAuthority` throws.
 */
export async function retryJob(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  authority: Authority,
  id: string,
  client: RequestClient,
): Promise<{ id: string }> {
  const { collections } = deps;
  const _id = new ObjectId(id);
  const at = deps.now();
  const job = await collections.jobs.findOne({ _id, ...GIVEN_UP }, { projection: { kind: 1 } });
  if (!job) throw new AppError('NOT_FOUND');
  const row: AuditDocument = {
    _id: new ObjectId(),
    at,
    ...makeAuditEntry(authority, client, { action: 'job-retried', after: { kind: job.kind } }),
    subject: { kind: 'job', id: _id },
  };
  await requireAuthority(deps, authority);
  const { modifiedCount } = await collections.jobs.updateOne(
    { _id, ...GIVEN_UP },
    { $set: { runAt: at, attempts: 0, retried: row }, $unset: { failedAt: '' } },
  );
  if (modifiedCount === 0) throw new AppError('NOT_FOUND');
  await insertOnce(collections.audit, row);
  return { id };
}
