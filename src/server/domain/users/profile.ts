import { DEFAULT_LOCALE, type Locale } from '../../../shared/locale.ts';
import type { Profile, UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { AppError } from '../../app-error.ts';
import { nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import { ownDataUpdate, readableData, validateOwnData, type OwnData } from '../rules/own-fields.ts';
import { forgetPicture, picturePath, showUpload, unsettlePictures } from '../pictures/pictures.ts';
import { chooseProviderPicture } from '../pictures/provider-pictures.ts';

export function toProfile(
  { configuration }: Pick<Dependencies, 'configuration'>,
  user: UserDocument,
): Profile {
  // Users of another Auth.js adapter may have no name, no language and no time.
  const locale = user.locale as Locale | undefined;
  const createdAt = user.createdAt as Date | undefined;
  return {
    id: user._id.toHexString(),
    name: user.name ?? null,
    email: user.email ?? null,
    emailVerified: user.emailVerified !== null,
    image: picturePath(user.image),
    locale: locale ?? DEFAULT_LOCALE,
    data: readableData(configuration, user, 'person'),
    createdAt: (createdAt ?? user._id.getTimestamp()).toISOString(),
  };
}

/**
 * Sets the given fields in one write. Throws `NOT_FOUND` when the connection of the chosen picture does not exist, and `PICTURE_NOT_FETCHED`,
 * `RATE_LIMITED` or `UNAVAILABLE` when the picture cannot be fetched.
 */
export async function updateProfile(
  deps: Dependencies,
  actor: Actor,
  changes: UpdateProfileInput,
): Promise<Profile> {
  const userId = actor.user._id;
  const { name, image: choice, locale } = changes;
  if (choice) await deps.rateLimits.consume('picture-of-user', userId.toHexString());
  const image = choice ? await chooseProviderPicture(deps, userId, choice) : choice;
  const set = {
    ...(name === undefined ? {} : nameFields(name)),
    ...(image === undefined ? {} : { image }),
    ...(locale === undefined ? {} : { locale }),
    updatedAt: deps.now(),
  };
  if (image !== undefined) await unsettlePictures(deps, userId);
  const before = await deps.collections.users.findOneAndUpdate(
    { ...activeActor(actor), ...(image ? { 'accounts.key': image.from?.key ?? '' } : {}) },
    { $set: set },
    { returnDocument: 'before' },
  );
  if (!before) {
    await requireActive(deps, actor);
    throw new AppError('NOT_FOUND');
  }
  if (image !== undefined && before.image?.id !== image?.id) await forgetPicture(deps, userId, before.image);
  return toProfile(deps, { ...before, ...set });
}

/**
 * Sets an uploaded picture as the person's picture. Throws `PICTURE_TOO_LARGE`, `PICTURE_UNSUPPORTED`, `PICTURE_UNREADABLE`; `UNAVAILABLE` when too many
 * pictures wait to be decoded; `SessionRequired` or `ACCESS_TOKEN_INVALID` when the actor was ended.
 */
export async function uploadPicture(deps: Dependencies, actor: Actor, picture: Uint8Array): Promise<Profile> {
  return toProfile(deps, await showUpload(deps, actor, await deps.pictureEncoding.encode(picture)));
}

/** Changes own fields of the application that the person may write, in one write. Throws `INVALID_INPUT` with an issue per fault. */
export async function setOwnData(deps: Dependencies, actor: Actor, data: OwnData): Promise<Profile> {
  const change = validateOwnData(deps.configuration, data, 'person');
  const { $set, $unset } = ownDataUpdate(actor.user, change);
  const changed = await deps.collections.users.findOneAndUpdate(
    activeActor(actor),
    { $set: { ...$set, updatedAt: deps.now() }, $unset },
    { returnDocument: 'after' },
  );
  return toProfile(deps, changed ?? (await requireActive(deps, actor)));
}
