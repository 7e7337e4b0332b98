import { ObjectId } from 'mongodb';
import type { JobDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Mail } from '../../mail/mail.ts';

/** A number that somebody else has shown to be theirs, and the older proof that it outdoes. */
export interface PhoneRelease {
  readonly userId: string;
  readonly e164: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

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

/** Writes a job down. With `id`, doing so again changes nothing. `userId`: whom it is about, so that their export can tell it. */
export async function enqueueJob(
  deps: JobDependencies,
  job: Job,
  id = new ObjectId(),
  userId: ObjectId | null = null,
): Promise<void> {
  const now = deps.now();
  const { kind, ...payload } = job;
  const document: JobDocument = {
    _id: id,
    kind,
    userId,
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

/** `null` when it cannot be read: sealed by a secret that is gone. */
export function openJob(deps: JobDependencies, { _id, kind, payload }: JobDocument): Job | null {
  const plain = deps.vault.open(payload, contextOf(_id));
  return plain === null ? null : ({ kind, ...(JSON.parse(plain) as object) } as Job);
}

function contextOf(id: ObjectId): string {
  return `job:${id.toHexString()}`;
}
