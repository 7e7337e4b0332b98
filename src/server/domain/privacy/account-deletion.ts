import { areDeletionWords } from '../../../shared/deletion-words.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { DELETION_RESUME_AFTER_MS, TOMBSTONE_MIN_AGE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { makeSecurityEvent, provenAddressOf, settleSecurityEvent } from '../activity/security-events.ts';
import { PERSONAL_DATA, type Person } from './personal-data.ts';

/**
 * Deletes a user for good. One write makes the user a tombstone: address, phone and provider accounts are free in it, sessions, access
 * tokens and password dead. All else follows, by this request, or by whoever calls `finishDeletions` next. The caller has made sure
 * that the session is fresh.
 *
 * Answers where the confirmation goes. Throws `WORDS_DIFFER` unless `words` are the ones to be typed, or `SessionRequired` when the user
 * is deleted already or the session was ended meanwhile.
 */
export async function deleteAccount(
  deps: Dependencies,
  actor: SessionActor,
  words: string,
  client: RequestClient,
): Promise<{ confirmationTo: string | null }> {
  if (!areDeletionWords(words)) throw new AppError('WORDS_DIFFER');
  const tombstone = await bury(deps, actor, client);
  if (!tombstone) throw new AppError('SessionRequired');
  await followNow(deps, tombstone);
  return { confirmationTo: tombstone.deletion?.email ?? null };
}

/**
 * The deciding write. It reads what is still needed from the document itself, so that no change can come in between, and leaves out
 * every other field there is or will be. Links that are on their way die before it: once it is done nobody could say whose they were.
 */
async function bury(
  deps: Dependencies,
  actor: SessionActor,
  client: RequestClient,
): Promise<UserDocument | null> {
  const now = deps.now();
  const { verificationTokens } = PERSONAL_DATA;
  await verificationTokens.remove(deps, toPerson(actor.user, now));
  const farewell = makeSecurityEvent(deps, { kind: 'account-deleted', client, mailTo: [] });
  const isProven = { $and: [{ $gt: ['$email', ''] }, { $gt: ['$emailVerified', null] }] };
  const keptUndos = {
    $filter: { input: { $ifNull: ['$emailUndos', []] }, cond: { $gt: ['$$this.expires', now] } },
  };
  // Who could have had a former address put back hears that there is nothing any more to put it back on.
  const mailTo = {
    $setUnion: [{ $cond: [isProven, ['$email'], []] }, { $map: { input: keptUndos, in: '$$this.email' } }],
  };
  return deps.collections.users.findOneAndUpdate(
    activeActor(actor),
    [
      {
        $replaceWith: {
          _id: '$_id',
          name: null,
          emailVerified: null,
          image: null,
          // For the mail.
          locale: { $ifNull: ['$locale', LOCALES[0]] },
          accounts: [],
          accessTokens: [],
          sessionsValidFrom: now,
          deletedAt: now,
          deletion: { email: { $cond: [isProven, '$email', '$$REMOVE'] }, e164: '$phone.e164' },
          // What is owed already is told like the rest.
          announcements: {
            $concatArrays: [
              { $ifNull: ['$announcements', []] },
              [{ $mergeObjects: [{ $literal: farewell }, { mailTo }] }],
            ],
          },
          createdAt: now,
          updatedAt: now,
        },
      },
    ],
    { returnDocument: 'after' },
  );
}

/** Never fails: the person is deleted already, and what could not be done now is done later. */
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

/** What follows the tombstone; to do it again changes nothing. */
async function followTombstone(deps: Dependencies, tombstone: UserDocument): Promise<void> {
  const { users } = deps.collections;
  const { _id, announcements = [], deletedAt = deps.now() } = tombstone;
  for (const securityEvent of announcements) await settleSecurityEvent(deps, _id, securityEvent);
  await removePersonalData(deps, toPerson(tombstone, deletedAt));
  await users.updateOne({ _id, deletedAt }, { $unset: { deletion: '' } });
}

async function removePersonalData(deps: Dependencies, person: Person): Promise<void> {
  for (const holding of Object.values(PERSONAL_DATA)) await holding.remove(deps, person);
}

/**
 * Finishes the deletions that a kill or a fault interrupted, and removes the tombstones that have stood long enough: what was
 * under way when one was written may still write for a moment, and all of it goes with the tombstone. Runs with the jobs.
 */
export async function finishDeletions(deps: Dependencies): Promise<void> {
  const { users } = deps.collections;
  const now = deps.now().getTime();
  const tombstones = await users
    // With a lower bound: it is what the partial index is about.
    .find({ deletedAt: { $gt: new Date(0), $lte: new Date(now - DELETION_RESUME_AFTER_MS) } })
    .toArray();
  for (const tombstone of tombstones) {
    const { _id, deletedAt, deletion } = tombstone;
    if (!deletedAt) continue;
    const isDue = deletedAt.getTime() <= now - TOMBSTONE_MIN_AGE_MS;
    if (!deletion && !isDue) continue;
    try {
      await followTombstone(deps, tombstone);
      // What could not be told yet keeps it standing.
      if (isDue) await users.deleteOne({ _id, deletedAt, 'announcements.0': { $exists: false } });
    } catch (error) {
      deps.log.warn({ err: error, userId: _id.toHexString() }, 'a deletion could not be finished yet');
    }
  }
}

function toPerson(user: UserDocument, until: Date): Person {
  const { email = provenAddressOf(user)[0] ?? null, e164 = user.phone?.e164 ?? null } = user.deletion ?? {};
  return { userId: user._id, email, e164, until };
}
