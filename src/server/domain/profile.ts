import type { ObjectId } from 'mongodb';
import type { Profile, UpdateProfileInput } from '../../shared/schemas/profile.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies } from '../dependencies.ts';
import { livingUser } from './living-user.ts';
import { forgetPicture, picturePath, showUpload, unsettlePictures } from './pictures.ts';
import { chooseProviderPicture } from './provider-pictures.ts';

export function toProfile(user: UserDocument): Profile {
  return {
    id: user._id.toHexString(),
    name: user.name,
    email: user.email ?? null,
    emailVerified: user.emailVerified !== null,
    image: picturePath(user.image),
    locale: user.locale,
    createdAt: user.createdAt.toISOString(),
  };
}

/**
 * Sets the given fields and leaves the others, in one write. Throws `NOT_FOUND` when the user, or the connection whose picture is chosen, is gone;
 * `PICTURE_NOT_FETCHED`, `RATE_LIMITED` or `UNAVAILABLE` when that picture cannot be had.
 */
export async function updateProfile(
  deps: Dependencies,
  userId: ObjectId,
  changes: UpdateProfileInput,
): Promise<Profile> {
  const { name, image: choice, locale } = changes;
  if (choice) await deps.rateLimits.consume('picture-of-user', userId.toHexString());
  const image = choice ? await chooseProviderPicture(deps, userId, choice) : choice;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(image === undefined ? {} : { image }),
    ...(locale === undefined ? {} : { locale }),
    updatedAt: deps.now(),
  };
  if (image !== undefined) await unsettlePictures(deps, userId);
  const before = await deps.collections.users.findOneAndUpdate(
    { ...livingUser(userId), ...(image ? { 'accounts.key': image.from?.key ?? '' } : {}) },
    { $set: set },
    { returnDocument: 'before' },
  );
  if (!before) throw new AppError('NOT_FOUND');
  if (image !== undefined && before.image?.id !== image?.id) await forgetPicture(deps, userId, before.image);
  return toProfile({ ...before, ...set });
}

/**
 * Shows an uploaded picture of this person. Throws `PICTURE_TOO_LARGE`, `PICTURE_UNSUPPORTED`, `PICTURE_UNREADABLE`; `UNAVAILABLE` when too many
 * pictures wait to be decoded; `NOT_FOUND` when the user is gone.
 */
export async function uploadPicture(
  deps: Dependencies,
  userId: ObjectId,
  picture: Uint8Array,
): Promise<Profile> {
  return toProfile(await showUpload(deps, userId, await deps.pictureEncoding.encode(picture)));
}
