import { ObjectId } from 'mongodb';
import { DAY_MS } from '../../../shared/limits.ts';
import type { PendingSignInDocument } from '../../database/second-factor-documents.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import type { UnfinishedSignIn } from '../jobs/jobs.ts';
import { activeUser } from '../rules/active-user.ts';
import { proofNames } from '../rules/proofs.ts';

const FIRST_FACTOR_NOTICE_EVERY_MS = DAY_MS;

/** The owner can then change the first factor. They get one mail a day: the deciding write notes its time. */
export async function reportFirstFactor(
  deps: SecurityEventDependencies,
  pending: PendingSignInDocument,
): Promise<void> {
  const { users } = deps.collections;
  const user = await users.findOne(activeUser(pending.userId));
  if (!user) return;
  const now = deps.now();
  const { ip, userAgent, createdAt, proofs, sessionId } = pending;
  const securityEvent = {
    ...makeSecurityEvent(deps, {
      kind: 'first-factor-passed',
      requestContext: {
        ip,
        userAgent,
        locale: user.locale,
        proofOfWork: null,
        ...(sessionId === null ? {} : { sessionId }),
      },
      method: proofNames(proofs),
      mailTo: verifiedAddressesOf(user),
      events: [],
    }),
    at: createdAt,
  };
  const { matchedCount } = await users.updateOne(
    {
      ...activeUser(user._id),
      $or: [
        { firstFactorReportedAt: { $exists: false } },
        { firstFactorReportedAt: { $lte: new Date(now.getTime() - FIRST_FACTOR_NOTICE_EVERY_MS) } },
      ],
    },
    { $set: { firstFactorReportedAt: now }, $push: { outbox: securityEvent } },
  );
  if (matchedCount === 1) await writeOutbox(deps, user._id, securityEvent);
}

/** The job at the expiry of a pending sign-in. A finished one has no row. */
export async function reportUnfinishedSignIn(
  deps: SecurityEventDependencies,
  { pendingSignInId }: UnfinishedSignIn,
): Promise<void> {
  const { pendingSignIns } = deps.collections;
  const unfinished = await pendingSignIns.findOne({
    _id: new ObjectId(pendingSignInId),
    expires: { $lte: deps.now() },
  });
  if (unfinished) await reportFirstFactor(deps, unfinished);
}
