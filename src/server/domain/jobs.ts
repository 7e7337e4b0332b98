import { ObjectId } from 'mongodb';
import { JOB_LEASE_MS, JOB_MAX_ATTEMPTS, SECOND_MS } from '../../shared/limits.ts';
import type { JobDocument } from '../database/collections.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Mail } from '../mail/mail.ts';
import { revokeGrant } from './grants.ts';
import { releasePhone, type PhoneRelease } from './phone-release.ts';

/**
 * What follows a decision and may fail: a mail, the revocation of tokens at a provider, taking a number from who had it before. It is written down and done from there, so that
 * a provider or mail server that is away neither blocks the person nor is forgotten, and a crash loses nothing (at least once).
 */
export type Job =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | {
      readonly kind: 'revoke-grant';
      readonly provider: string;
      readonly tokens: string;
      readonly owner: string;
    }
  | ({ readonly kind: 'release-phone' } & PhoneRelease);

type JobDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** Writes a job down. With `id`, doing so again changes nothing. */
export async function enqueueJob(deps: JobDependencies, job: Job, id = new ObjectId()): Promise<void> {
  const now = deps.now();
  const { kind, ...payload } = job;
  const document: JobDocument = {
    _id: id,
    kind,
    payload: deps.vault.seal(JSON.stringify(payload), contextOf(id)),
    attempts: 0,
    runAt: now,
    createdAt: now,
  };
  try {
    await deps.collections.jobs.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Does what is due, one at a time, until nothing is. Several processes may: each job is leased to one by a conditional write. */
export async function runDueJobs(deps: Dependencies): Promise<number> {
  for (let done = 0; ; done++) {
    const now = deps.now();
    const job = await deps.collections.jobs.findOneAndUpdate(
      { runAt: { $lte: now } },
      { $set: { runAt: new Date(now.getTime() + JOB_LEASE_MS) }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    );
    if (!job) return done;
    await runJob(deps, job);
  }
}

async function runJob(deps: Dependencies, document: JobDocument): Promise<void> {
  const { _id, kind, attempts } = document;
  try {
    const job = openJob(deps, document);
    if (job?.kind === 'mail') await deps.mail.send(job.mail);
    if (job?.kind === 'revoke-grant') await revokeGrant(deps, job);
    if (job?.kind === 'release-phone') await releasePhone(deps, job);
    if (!job) deps.log.error({ jobId: _id.toHexString(), kind }, 'job cannot be read and is dropped');
    await deps.collections.jobs.deleteOne({ _id });
  } catch (error) {
    if (attempts >= JOB_MAX_ATTEMPTS) {
      deps.log.error({ err: error, jobId: _id.toHexString(), kind, attempts }, 'job given up');
      await deps.collections.jobs.deleteOne({ _id });
      return;
    }
    deps.log.warn(
      { err: error, jobId: _id.toHexString(), kind, attempts },
      'job failed, will be tried again',
    );
    // 10 s, 20 s, 40 s … up to about 3 h.
    const pause = 10 * SECOND_MS * 2 ** Math.min(attempts - 1, 10);
    await deps.collections.jobs.updateOne(
      { _id },
      { $set: { runAt: new Date(deps.now().getTime() + pause) } },
    );
  }
}

function openJob(deps: JobDependencies, { _id, kind, payload }: JobDocument): Job | null {
  const plain = deps.vault.open(payload, contextOf(_id));
  return plain === null ? null : ({ kind, ...(JSON.parse(plain) as object) } as Job);
}

function contextOf(id: ObjectId): string {
  return `job:${id.toHexString()}`;
}

/** Looks for due jobs at once, and then every so often; the answer ends it. */
export function startJobs(deps: Dependencies, everyMs = 5 * SECOND_MS): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= runDueJobs(deps)
      .then(() => undefined)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'jobs could not be looked for'))
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
