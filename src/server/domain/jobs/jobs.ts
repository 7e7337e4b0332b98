import { ObjectId, type Filter } from 'mongodb';
import type { JobDocument } from '../../database/collections.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Mail } from '../../mail/mail.ts';

/** A number that another user has verified later, and the older verification that it replaces. */
export interface PhoneRelease {
  readonly userId: string;
  readonly e164: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

/** A sign-in whose second factor may be missing when it expires. */
export interface UnfinishedSignIn {
  readonly pendingSignInId: string;
}

/** Jobs run at least once, so a provider or mail server that is down blocks nobody. */
export type Job =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | {
      readonly kind: 'revoke-grant';
      readonly provider: string;
      readonly tokens: string;
      readonly owner: string;
    }
  | ({ readonly kind: 'release-phone' } & PhoneRelease)
  | ({ readonly kind: 'unfinished-sign-in' } & UnfinishedSignIn);

const KNOWN_KINDS: Readonly<Record<JobDocument['kind'], true>> = {
  mail: true,
  'revoke-grant': true,
  'release-phone': true,
  'unfinished-sign-in': true,
  discard: true,
};

/** Jobs that this version can run. A newer version may store other kinds, and runs them itself. */
export const RUNNABLE: Filter<JobDocument> = {
  kind: { $in: Object.keys(KNOWN_KINDS) as JobDocument['kind'][] },
};

type JobDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** With the same `id`, a second call changes nothing. `userId`: whose data export has the job. */
export async function enqueueJob(
  deps: JobDependencies,
  job: Job,
  id = new ObjectId(),
  userId: ObjectId | null = null,
  runAt?: Date,
): Promise<void> {
  await insertOnce(deps.collections.jobs, toJobDocument(deps, job, id, userId, runAt));
}

export function toJobDocument(
  deps: Pick<Dependencies, 'now' | 'vault'>,
  job: Job,
  id: ObjectId,
  userId: ObjectId | null,
  runAt?: Date,
): JobDocument {
  const now = deps.now();
  return {
    _id: id,
    kind: job.kind,
    userId,
    payload: sealJob(deps, id, job),
    attempts: 0,
    runAt: runAt ?? now,
    createdAt: now,
  };
}

export function sealJob({ vault }: Pick<Dependencies, 'vault'>, id: ObjectId, job: Job): string {
  const { kind: _, ...payload } = job;
  return vault.seal(JSON.stringify(payload), contextOf(id));
}

export function sealNothing({ vault }: Pick<Dependencies, 'vault'>, id: ObjectId): string {
  return vault.seal('{}', contextOf(id));
}

/** `null` when the secret that sealed the job is no longer known. */
export function openJob(
  deps: Pick<Dependencies, 'vault'>,
  { _id, kind, payload }: Pick<JobDocument, '_id' | 'kind' | 'payload'>,
): Job | null {
  const plain = deps.vault.open(payload, contextOf(_id));
  return plain === null ? null : ({ kind, ...(JSON.parse(plain) as object) } as Job);
}

function contextOf(id: ObjectId): string {
  return `job:${id.toHexString()}`;
}
