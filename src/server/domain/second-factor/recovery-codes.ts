import type { ObjectId } from 'mongodb';
import { RECOVERY_CODES } from '../../../shared/limits.ts';
import { createRecoveryCode, hashToken } from '../../crypto/secrets.ts';
import type { StoredRecoveryCodes } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import type { SessionActor } from '../rules/actor.ts';
import { activeUser } from '../rules/active-user.ts';
import { secondFactorEvent } from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS, withoutSecondFactor } from '../rules/second-factor-policy.ts';

interface MadeRecoveryCodes {
  /** Shown once. */
  readonly codes: string[];
  readonly stored: StoredRecoveryCodes;
}

export function makeRecoveryCodes(deps: Pick<Dependencies, 'now'>, userId: ObjectId): MadeRecoveryCodes {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  return {
    codes,
    stored: { hashes: codes.map((code) => hashRecoveryCode(userId, code)), createdAt: deps.now() },
  };
}

/**
 * SHA-256 without a key, because nobody can try out 120 random bits: the codes survive every change of
 * `AUTH_SECRET`. A hash works for its user only. People read codes from paper, so letters that look like
 * digits count as those.
 */
function hashRecoveryCode(userId: ObjectId, code: string): string {
  const read = code.replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return hashToken(`recovery code of ${userId.toHexString()}\n${read}`);
}

/** Replaces all codes. Throws `NOT_FOUND` while two-step verification is off, `SessionRequired`. */
export async function createRecoveryCodes(
  deps: Dependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<{ readonly user: UserDocument; readonly recoveryCodes: string[] }> {
  const { user } = actor;
  const { codes, stored } = makeRecoveryCodes(deps, user._id);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'recovery-codes-created',
    requestContext,
    mailTo: verifiedAddressesOf(user),
    events: [secondFactorEvent('recovery-codes-created')],
  });
  const updated = await changeOwnUser(deps, actor, {
    securityEvent,
    condition: { $nor: [withoutSecondFactor(deps.settings)] },
    update: { $set: { recoveryCodes: stored, ...NO_TRUSTED_BROWSERS } },
    refusalOf: () => 'NOT_FOUND',
  });
  return { user: updated, recoveryCodes: codes };
}

/** Uses no code up. */
export function hasRecoveryCode(
  { _id, recoveryCodes }: Pick<UserDocument, '_id' | 'recoveryCodes'>,
  code: string,
): boolean {
  return recoveryCodes?.hashes.includes(hashRecoveryCode(_id, code)) ?? false;
}

/**
 * If a code is used twice at once, one use succeeds. A mail says how many codes are left. Answers whether the
 * code was right.
 */
export async function consumeRecoveryCode(
  deps: Dependencies,
  user: UserDocument,
  code: string,
  requestContext: RequestContext,
): Promise<boolean> {
  const used = hashRecoveryCode(user._id, code);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'recovery-code-used',
    requestContext,
    mailTo: verifiedAddressesOf(user),
    events: [],
  });
  const hashes = { $filter: { input: '$recoveryCodes.hashes', cond: { $ne: ['$$this', used] } } };
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...activeUser(user._id), 'recoveryCodes.hashes': used },
    [
      { $set: { 'recoveryCodes.hashes': hashes } },
      {
        $set: {
          outbox: {
            $concatArrays: [
              { $ifNull: ['$outbox', []] },
              // The number of codes after this write, also when a parallel call uses another code.
              [
                {
                  $mergeObjects: [
                    { $literal: securityEvent },
                    { label: { $toString: { $size: '$recoveryCodes.hashes' } } },
                  ],
                },
              ],
            ],
          },
        },
      },
    ],
    { returnDocument: 'after' },
  );
  if (!updated) return false;
  const stored = updated.outbox?.find(({ _id }) => _id.equals(securityEvent._id));
  if (stored) await writeOutbox(deps, user._id, stored);
  return true;
}
