import { atBase, type BasePath } from '../../../shared/base-path.ts';
import { randomBytes } from 'node:crypto';
import { Binary, type Filter, type ObjectId } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { DataExport } from '../../../shared/schemas/data.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeUnseenEvent, writeOutbox, type SecurityEventDependencies } from '../activity/security-events.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import { activeUser } from '../rules/active-user.ts';
import { updatedEvents } from '../rules/event-contents.ts';

/** A picture of this age without any reference was left by an interrupted change. */
export const PICTURE_CHECKED_AFTER_MS = 10 * MINUTE_MS;
type PictureDependencies = Pick<Dependencies, 'collections' | 'now'>;

/** 128 bits, base64url. Whoever knows the id can see the picture, so it must not be guessable. */
export const PICTURE_ID = /^[A-Za-z0-9_-]{22}$/;

export function pictureIdOf(image: UserDocument['image'] | { readonly id: string }): string | null {
  return image?.id ?? null;
}

export function picturePath(
  site: BasePath,
  image: UserDocument['image'] | { readonly id: string },
): string | null {
  const id = pictureIdOf(image);
  return id === null ? null : atBase(site, `/pictures/${id}.webp`);
}

export function sameImage({ image }: Pick<UserDocument, 'image'>): Filter<UserDocument> {
  return { image: image ?? null };
}

/**
 * Stores the encoded picture, points the user to it, then removes the replaced one. Of two parallel uploads,
 * one picture stays. Throws `SessionRequired` or `ACCESS_TOKEN_INVALID` when the actor was ended.
 */
export async function showUpload(
  deps: SecurityEventDependencies,
  actor: Actor,
  webp: Uint8Array<ArrayBuffer>,
): Promise<UserDocument> {
  const userId = actor.user._id;
  const { users, pictures } = deps.collections;
  const now = deps.now();
  const id = randomBytes(16).toString('base64url');
  const image = { id, from: null };
  await pictures.insertOne({
    _id: id,
    userId,
    key: null,
    webp: new Binary(webp),
    createdAt: now,
    checkDueSince: now,
  });
  const securityEvent = makeUnseenEvent(deps, updatedEvents(['image']));
  const before = await users.findOneAndUpdate(
    activeActor(actor),
    { $set: { image, updatedAt: now }, $push: { outbox: securityEvent } },
    { returnDocument: 'before' },
  );
  if (!before) {
    await pictures.deleteOne({ _id: id });
    await requireActive(deps, actor);
    throw new AppError('NOT_FOUND');
  }
  await forgetPicture(deps, userId, before.image);
  await markPictureChecked(deps, id);
  await writeOutbox(deps, userId, securityEvent);
  return { ...before, image, updatedAt: now };
}

/** Call it before a write removes a pointer. After a crash, `checkMarkedPictures` finds the picture. */
export async function markPicturesForCheck(deps: PictureDependencies, userId: ObjectId): Promise<void> {
  await deps.collections.pictures.updateMany({ userId }, { $set: { checkDueSince: deps.now() } });
}

export async function markPictureChecked(deps: PictureDependencies, id: string): Promise<void> {
  await deps.collections.pictures.updateOne({ _id: id }, { $unset: { checkDueSince: '' } });
}

/** Keeps the picture when another field still points to it. */
export async function forgetPicture(
  deps: PictureDependencies,
  userId: ObjectId,
  image: UserDocument['image'] | { readonly id: string },
): Promise<void> {
  if (typeof image?.id !== 'string') return;
  const { id } = image;
  if (!(await heldPictures(deps, userId)).has(id)) await deps.collections.pictures.deleteOne({ _id: id });
}

async function heldPictures(deps: PictureDependencies, userId: ObjectId): Promise<ReadonlySet<string>> {
  const { users, accounts } = deps.collections;
  const user = await users.findOne(activeUser(userId), { projection: { image: 1 } });
  if (!user) return new Set();
  const rows = await accounts.find({ userId }, { projection: { pictureId: 1 } }).toArray();
  return new Set(
    [user.image?.id, ...rows.map(({ pictureId }) => pictureId)].filter((id) => typeof id === 'string'),
  );
}

/** Keeps pictures that were stored after `until`, because a request may be about to point to them. */
async function removeOrphanedPictures(
  deps: PictureDependencies,
  userId: ObjectId,
  until: Date = deps.now(),
): Promise<void> {
  const { pictures } = deps.collections;
  // Read before the pointers, so that a picture without a pointer is really orphaned.
  const stored = await pictures
    .find({ userId, createdAt: { $lte: until } }, { projection: { _id: 1 } })
    .toArray();
  if (stored.length === 0) return;
  const held = await heldPictures(deps, userId);
  for (const { _id } of stored) if (!held.has(_id)) await pictures.deleteOne({ _id });
}

/** The job runner calls it for what a crash left. */
export async function checkMarkedPictures(deps: PictureDependencies): Promise<void> {
  const until = new Date(deps.now().getTime() - PICTURE_CHECKED_AFTER_MS);
  const left = await deps.collections.pictures
    // `$gt` is the condition of the partial index.
    .find({ checkDueSince: { $gt: new Date(0), $lte: until } }, { projection: { userId: 1 }, limit: 100 })
    .toArray();
  for (const { _id, userId } of left) {
    await removeOrphanedPictures(deps, userId, until);
    await markPictureChecked(deps, _id);
  }
}

export async function removePictures(deps: PictureDependencies, userId: ObjectId): Promise<void> {
  await deps.collections.pictures.deleteMany({ userId });
}

export async function exportPictures(
  deps: PictureDependencies,
  user: Pick<UserDocument, '_id' | 'image'>,
): Promise<DataExport['pictures']> {
  const stored = await deps.collections.pictures
    .find({ userId: user._id }, { sort: { createdAt: 1 } })
    .toArray();
  return stored.flatMap(({ _id, key, webp, createdAt }) =>
    webp === null
      ? []
      : [
          {
            source: key ?? 'upload',
            shown: user.image?.id === _id,
            type: 'image/webp' as const,
            base64: webp.toString('base64'),
            createdAt: createdAt.toISOString(),
          },
        ],
  );
}
