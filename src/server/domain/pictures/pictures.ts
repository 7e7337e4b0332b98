import { randomBytes } from 'node:crypto';
import { Binary, type ObjectId } from 'mongodb';
import { PICTURE_SETTLED_AFTER_MS } from '../../../shared/limits.ts';
import type { DataExport } from '../../../shared/schemas/data.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import { activeUser } from '../rules/active-user.ts';

type PictureDependencies = Pick<Dependencies, 'collections' | 'now'>;

/** 128 bits, base64url: a picture's id is all that is needed to see it, so it cannot be guessed. */
export const PICTURE_ID = /^[A-Za-z0-9_-]{22}$/;

/** Where a picture is served, on our origin; `null` for none. */
export function picturePath(image: UserDocument['image'] | { readonly id: string }): string | null {
  // A database brought from another adapter may hold a text here, somebody else's address: it is never passed on.
  return typeof image?.id === 'string' ? `/pictures/${image.id}.webp` : null;
}

/**
 * Shows a picture that this person has brought, already made safe (`picture-encoding.ts`). The picture is stored first, then one write on the user
 * points to it, then what it replaces goes. Of two at once each removes what it has replaced, so one is left.
 *
 * Throws `SessionRequired` or `ACCESS_TOKEN_INVALID` when the actor was ended.
 */
export async function showUpload(
  deps: PictureDependencies,
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
    unsettledSince: now,
  });
  const before = await users.findOneAndUpdate(
    activeActor(actor),
    { $set: { image, updatedAt: now } },
    { returnDocument: 'before' },
  );
  if (!before) {
    await pictures.deleteOne({ _id: id });
    await requireActive(deps, actor);
    throw new AppError('NOT_FOUND');
  }
  await forgetPicture(deps, userId, before.image);
  await settlePicture(deps, id);
  return { ...before, image, updatedAt: now };
}

/** Before a pointer leaves a picture of this person: should the picture not go after it, it is found (`settleLeftPictures`). */
export async function unsettlePictures(deps: PictureDependencies, userId: ObjectId): Promise<void> {
  await deps.collections.pictures.updateMany({ userId }, { $set: { unsettledSince: deps.now() } });
}

/** From here on nothing of what it came by is left to repair. */
export async function settlePicture(deps: PictureDependencies, id: string): Promise<void> {
  await deps.collections.pictures.updateOne({ _id: id }, { $unset: { unsettledSince: '' } });
}

/** Removes what one pointer has just left, unless the person's other one holds it. */
export async function forgetPicture(
  deps: PictureDependencies,
  userId: ObjectId,
  image: UserDocument['image'] | { readonly id: string },
): Promise<void> {
  if (typeof image?.id !== 'string') return;
  const { id } = image;
  if (!(await heldPictures(deps, userId)).has(id)) await deps.collections.pictures.deleteOne({ _id: id });
}

/** What the person shows, and what their connections bring. */
async function heldPictures(deps: PictureDependencies, userId: ObjectId): Promise<ReadonlySet<string>> {
  const { users, accounts } = deps.collections;
  const user = await users.findOne(activeUser(userId), { projection: { image: 1 } });
  if (!user) return new Set();
  const rows = await accounts.find({ userId }, { projection: { pictureId: 1 } }).toArray();
  return new Set(
    [user.image?.id, ...rows.map(({ pictureId }) => pictureId)].filter((id) => typeof id === 'string'),
  );
}

/**
 * Finishes every change of a picture that was cut short: pictures of this person that nothing points to. Those that came after `until` are left, since
 * whoever brought one may be about to point to it; an older one is pointed to no more, or is fetched anew if a connection brings it back.
 */
export async function removeOrphanedPictures(
  deps: PictureDependencies,
  userId: ObjectId,
  until: Date = deps.now(),
): Promise<void> {
  const { pictures } = deps.collections;
  // Read before the pointers: one that is seen and not held is then held by nobody.
  const stored = await pictures
    .find({ userId, createdAt: { $lte: until } }, { projection: { _id: 1 } })
    .toArray();
  if (stored.length === 0) return;
  const held = await heldPictures(deps, userId);
  for (const { _id } of stored) if (!held.has(_id)) await pictures.deleteOne({ _id });
}

/** Finishes what crashes have left of everybody's pictures; the job runner calls it. */
export async function settleLeftPictures(deps: PictureDependencies): Promise<void> {
  const until = new Date(deps.now().getTime() - PICTURE_SETTLED_AFTER_MS);
  const left = await deps.collections.pictures
    // With a lower bound: it is what the partial index is about.
    .find({ unsettledSince: { $gt: new Date(0), $lte: until } }, { projection: { userId: 1 }, limit: 100 })
    .toArray();
  for (const { _id, userId } of left) {
    await removeOrphanedPictures(deps, userId, until);
    await settlePicture(deps, _id);
  }
}

/** Removes every picture of a user: for the deletion of an account, after its deciding write. */
export async function removePictures(deps: PictureDependencies, userId: ObjectId): Promise<void> {
  await deps.collections.pictures.deleteMany({ userId });
}

/** Every picture that is stored of this person, oldest first: for the export of their data. */
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
