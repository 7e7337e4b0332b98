import { ObjectId } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { LinkConsent } from '../../../shared/schemas/accounts.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import type {
  PendingSignInDocument,
  SignInCondition,
  StoredProof,
  WaitingProfile,
} from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import type { SessionEndings } from '../rules/session-endings.ts';

export const PENDING_SIGN_IN_MAX_AGE_MS = 10 * MINUTE_MS;
export const PENDING_SIGN_IN_TRIES = 5;

interface FirstFactor {
  readonly user: UserDocument;
  readonly proofs: readonly StoredProof[];
  readonly condition: SignInCondition;
  readonly callbackUrl: string;
  readonly byAddition: boolean;
  readonly isExpected: boolean;
  readonly endings: SessionEndings;
  readonly connect?: LinkConsent | undefined;
  readonly remote?: WaitingProfile | null;
  /** The session that becomes fresh; missing for a sign-in. */
  readonly sessionId?: ObjectId;
}

/**
 * In an unknown browser, a job tells the owner on expiry (`first-factor-notice.ts`). The job is stored first,
 * so that no row lacks one.
 */
export async function keepPendingSignIn(
  deps: Pick<Dependencies, 'collections' | 'now' | 'vault'>,
  first: FirstFactor,
  { requestContext }: { readonly requestContext: RequestContext },
): Promise<{ kind: 'pending-sign-in'; value: string; expires: Date }> {
  const secret = createToken();
  const now = deps.now();
  const expires = new Date(now.getTime() + PENDING_SIGN_IN_MAX_AGE_MS);
  const _id = new ObjectId();
  if (!first.isExpected) {
    const job = { kind: 'unfinished-sign-in', pendingSignInId: _id.toHexString() } as const;
    await enqueueJob(deps, job, _id, first.user._id, expires);
  }
  await deps.collections.pendingSignIns.insertOne({
    _id,
    secretHash: hashToken(secret),
    userId: first.user._id,
    sessionId: first.sessionId ?? null,
    proofs: first.proofs,
    condition: first.condition,
    byAddition: first.byAddition,
    sessionsValidFrom: first.endings.sessionsValidFrom,
    otherSessionsEndedAt: first.endings.otherSessionsEndedAt,
    isExpected: first.isExpected,
    callbackPath: first.callbackUrl,
    connect: first.connect ?? null,
    remote: first.remote ?? null,
    tries: 0,
    ip: requestContext.ip,
    userAgent: requestContext.userAgent,
    createdAt: now,
    expires,
  });
  return { kind: 'pending-sign-in', value: secret, expires };
}

export async function findPendingSignIn(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  secret: string | undefined,
): Promise<PendingSignInDocument | null> {
  if (secret === undefined) return null;
  return deps.collections.pendingSignIns.findOne(open(deps, secret));
}

/** Counts a try before its check, so that parallel tries cannot pass the limit. `null`: no try is left. */
export async function countTry(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  secret: string | undefined,
): Promise<PendingSignInDocument | null> {
  if (secret === undefined) return null;
  return deps.collections.pendingSignIns.findOneAndUpdate(
    open(deps, secret),
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  );
}

/** If two calls run at once, one takes the pending sign-in and may go on. */
export async function takePendingSignIn(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { _id }: Pick<PendingSignInDocument, '_id'>,
): Promise<PendingSignInDocument | null> {
  return deps.collections.pendingSignIns.findOneAndDelete({ _id, expires: { $gt: deps.now() } });
}

function open({ now }: Pick<Dependencies, 'now'>, secret: string) {
  return {
    secretHash: hashToken(secret),
    expires: { $gt: now() },
    tries: { $lt: PENDING_SIGN_IN_TRIES },
  };
}
