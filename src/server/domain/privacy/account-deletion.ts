import type { Filter } from 'mongodb';
import { areDeletionWords } from '../../../shared/deletion-words.ts';
import { SECOND_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import { nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { DELETION_WORDS } from '../../locale-texts.ts';
import { countAdministrator, leaveAdministrators, sameAdministrator } from '../authority/administrators.ts';
import { isAdministrator } from '../rules/access.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { ALL_SESSIONS_ENDED } from '../rules/event-contents.ts';
import { keepDeletedExternalId } from './deleted-external-ids.ts';
import { PERSONAL_DATA, type DataSubject } from './personal-data.ts';

/** After this time a deletion counts as interrupted, and another process continues it. */
const DELETION_RESUME_AFTER_MS = 10 * SECOND_MS;
/** Longer than any request that could still write. */
export const TOMBSTONE_MIN_AGE_MS = 2 * MINUTE_MS;

/**
 * One write makes the user a tombstone, which frees the address, the phone and the provider accounts, and
 * ends sessions, access tokens and password. After a crash, `finishDeletions` removes the rest. The caller
 * checks that the session is fresh.
 * Throws `WORDS_DIFFER`, `LAST_ADMINISTRATOR`, or `SessionRequired` when the user or session has ended.
 */
export async function deleteAccount(
  deps: Dependencies,
  actor: SessionActor,
  words: string,
  requestContext: RequestContext,
): Promise<{ confirmationTo: string | null }> {
  if (!areDeletionWords(words, DELETION_WORDS)) throw new AppError('WORDS_DIFFER');
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-deleted',
    requestContext,
    mailTo: [],
    events: DELETED,
  });
  const tombstone = await deleteUser(deps, actor.user, { securityEvent, condition: activeActor(actor) });
  if (!tombstone) throw new AppError('SessionRequired');
  return { confirmationTo: tombstone.deletion?.email ?? null };
}

export const DELETED: readonly EventContent[] = [ALL_SESSIONS_ENDED, { type: 'user.deleted', data: {} }];

interface UserDeletion {
  /** The write adds the addresses of its mail. */
  readonly securityEvent: SecurityEvent;
  readonly condition: Filter<UserDocument>;
  readonly checkAgain?: () => Promise<void>;
}

/** Answers `null` when the condition does not hold any more. Throws `LAST_ADMINISTRATOR`. */
export async function deleteUser(
  deps: Dependencies,
  read: UserDocument,
  deletion: UserDeletion,
): Promise<UserDocument | null> {
  const { users } = deps.collections;
  // It tries again only when the user became an administrator, or stopped being one.
  for (let user: UserDocument | null = read; user; user = await users.findOne(deletion.condition)) {
    const tombstone = await deleteUserAs(deps, user, deletion);
    if (!tombstone) continue;
    await followNow(deps, tombstone);
    return tombstone;
  }
  return null;
}

async function deleteUserAs(
  deps: Dependencies,
  user: UserDocument,
  deletion: UserDeletion,
): Promise<UserDocument | null> {
  if (!isAdministrator(user)) return makeTombstone(deps, user, deletion);
  await leaveAdministrators(deps, user);
  try {
    const tombstone = await makeTombstone(deps, user, deletion);
    if (!tombstone) await countAdministrator(deps, user._id);
    return tombstone;
  } catch (error) {
    await countAdministrator(deps, user._id);
    throw error;
  }
}

/**
 * The deciding write, in one update pipeline, so that no parallel change is missed. Open links are removed
 * before it, because after it nothing shows whose they were. The hash of the external id is kept before it,
 * so that no crash loses it.
 */
async function makeTombstone(
  deps: Dependencies,
  user: UserDocument,
  { securityEvent, condition, checkAgain }: UserDeletion,
): Promise<UserDocument | null> {
  const now = deps.now();
  const { verificationTokens } = PERSONAL_DATA;
  await verificationTokens.remove(deps, toDataSubject(user, now));
  const isVerified = { $and: [{ $gt: ['$email', ''] }, { $gt: ['$emailVerified', null] }] };
  const keptUndos = {
    $filter: { input: { $ifNull: ['$emailUndos', []] }, cond: { $gt: ['$$this.expires', now] } },
  };
  // A former address with an open undo link gets a mail, too: the undo no longer works.
  const mailTo = {
    $setUnion: [{ $cond: [isVerified, ['$email'], []] }, { $map: { input: keptUndos, in: '$$this.email' } }],
  };
  await keepDeletedExternalId(deps, user);
  await checkAgain?.();
  return deps.collections.users.findOneAndUpdate(
    { $and: [condition, sameAdministrator(user)] },
    [
      {
        $replaceWith: {
          _id: '$_id',
          ...nameFields(null),
          emailVerified: null,
          image: null,
          locale: '$locale',
          accounts: [],
          accessTokens: [],
          sessionsValidFrom: now,
          deletedAt: now,
          deletion: { email: { $cond: [isVerified, '$email', '$$REMOVE'] }, e164: '$phone.e164' },
          outbox: {
            $concatArrays: [
              { $ifNull: ['$outbox', []] },
              [{ $mergeObjects: [{ $literal: securityEvent }, { mailTo }] }],
            ],
          },
          // Numbers the events of the outbox.
          eventSequence: '$eventSequence',
          createdAt: now,
          updatedAt: now,
        },
      },
    ],
    { returnDocument: 'after' },
  );
}

/** Never fails: the user is deleted already, and `finishDeletions` does the rest. */
async function followNow(deps: Dependencies, tombstone: UserDocument): Promise<void> {
  try {
    await followTombstone(deps, tombstone);
  } catch (error) {
    deps.log.warn(
      { err: error, userId: tombstone._id.toHexString() },
      'a deletion is left to the job runner',
    );
  }
}

/** A second call changes nothing. */
async function followTombstone(deps: Dependencies, tombstone: UserDocument): Promise<void> {
  const { users } = deps.collections;
  const { _id, outbox = [], deletedAt = deps.now() } = tombstone;
  for (const securityEvent of outbox) await writeOutbox(deps, _id, securityEvent);
  await removePersonalData(deps, toDataSubject(tombstone, deletedAt));
  await users.updateOne({ _id, deletedAt }, { $unset: { deletion: '' } });
}

async function removePersonalData(deps: Dependencies, person: DataSubject): Promise<void> {
  for (const holding of Object.values(PERSONAL_DATA)) await holding.remove(deps, person);
}

/**
 * Finishes interrupted deletions, then removes old tombstones. A tombstone stays for a while, because
 * requests that ran meanwhile may still write rows, which are removed with it. The job runner calls it.
 */
export async function finishDeletions(deps: Dependencies): Promise<void> {
  const { users } = deps.collections;
  const now = deps.now().getTime();
  const tombstones = await users
    // `$gt` is the condition of the partial index.
    .find({ deletedAt: { $gt: new Date(0), $lte: new Date(now - DELETION_RESUME_AFTER_MS) } })
    .toArray();
  for (const tombstone of tombstones) {
    const { _id, deletedAt, deletion } = tombstone;
    if (!deletedAt) continue;
    const isDue = deletedAt.getTime() <= now - TOMBSTONE_MIN_AGE_MS;
    if (!deletion && !isDue) continue;
    try {
      await followTombstone(deps, tombstone);
      // A tombstone with an outbox stays.
      if (isDue) await users.deleteOne({ _id, deletedAt, 'outbox.0': { $exists: false } });
    } catch (error) {
      deps.log.warn({ err: error, userId: _id.toHexString() }, 'a deletion could not be finished yet');
    }
  }
}

function toDataSubject(user: UserDocument, until: Date): DataSubject {
  const { email = verifiedAddressesOf(user)[0] ?? null, e164 = user.phone?.e164 ?? null } =
    user.deletion ?? {};
  return { userId: user._id, email, e164, until };
}
