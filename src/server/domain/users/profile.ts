import type { Filter, UpdateFilter } from 'mongodb';
import { storedLocale } from '../../../shared/locale.ts';
import type { Profile, UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { AppError } from '../../app-error.ts';
import { nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeUnseenEvent, writeOutbox } from '../activity/security-events.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import {
  changedOwnFields,
  ownDataUpdate,
  readableData,
  sameOwnData,
  validateOwnData,
  type OwnData,
} from '../rules/own-fields.ts';
import {
  forgetPicture,
  pictureIdOf,
  picturePath,
  sameImage,
  showUpload,
  markPicturesForCheck,
} from '../pictures/pictures.ts';
import { chooseProviderPicture } from '../pictures/provider-pictures.ts';

export function toProfile(
  { configuration, settings }: Pick<Dependencies, 'configuration' | 'settings'>,
  user: UserDocument,
): Profile {
  return {
    id: user._id.toHexString(),
    name: user.name,
    email: user.email ?? null,
    emailVerified: user.emailVerified !== null,
    image: picturePath(settings, user.image),
    locale: storedLocale(user),
    data: readableData(configuration, user, 'person'),
    createdAt: user.createdAt.toISOString(),
  };
}

/**
 * Throws `RATE_LIMITED`, `NOT_FOUND` when the connection of the chosen picture does not exist, and
 * `PICTURE_NOT_FETCHED` or `UNAVAILABLE` when the picture cannot be fetched.
 */
export async function updateProfile(
  deps: Dependencies,
  actor: Actor,
  changes: UpdateProfileInput,
): Promise<Profile> {
  const userId = actor.user._id;
  const { name, image: choice, locale } = changes;
  await deps.rateLimits.consume('profile', 'user', userId.toHexString());
  if (choice) await deps.rateLimits.consume('picture', 'user', userId.toHexString());
  const image = choice ? await chooseProviderPicture(deps, userId, choice) : choice;
  const set = {
    ...(name === undefined ? {} : nameFields(name)),
    ...(image === undefined ? {} : { image }),
    ...(locale === undefined ? {} : { locale }),
    updatedAt: deps.now(),
  };
  if (image !== undefined) await markPicturesForCheck(deps, userId);
  // It tries again only when another change of the profile succeeded.
  for (let user = actor.user; ;) {
    const changed = [
      ...(name === undefined || name === user.name ? [] : ['name']),
      ...(image === undefined || pictureIdOf(image) === pictureIdOf(user.image) ? [] : ['image']),
      ...(locale === undefined || locale === user.locale ? [] : ['locale']),
    ];
    const asRead = [
      ...(name === undefined ? [] : [{ name: user.name }]),
      ...(image === undefined ? [] : [sameImage(user)]),
      ...(locale === undefined ? [] : [{ locale: user.locale }]),
      ...(image ? [{ 'accounts.key': image.from?.key ?? '' }] : []),
    ] as Filter<UserDocument>[];
    const updated = await writeProfile(deps, actor, { changed, asRead, update: { $set: set } });
    if (updated) {
      if (image !== undefined && user.image?.id !== image?.id) await forgetPicture(deps, userId, user.image);
      return toProfile(deps, updated);
    }
    user = await requireActive(deps, actor);
    if (image && !user.accounts.some(({ key }) => key === image.from?.key)) throw new AppError('NOT_FOUND');
  }
}

async function writeProfile(
  deps: Dependencies,
  actor: Actor,
  change: {
    readonly changed: readonly string[];
    readonly asRead: readonly Filter<UserDocument>[];
    readonly update: UpdateFilter<UserDocument>;
  },
): Promise<UserDocument | null> {
  const { changed, asRead, update } = change;
  const securityEvent = makeUnseenEvent(deps, updatedEvents(changed));
  const isChange = changed.length > 0;
  const updated = await deps.collections.users.findOneAndUpdate(
    { $and: [activeActor(actor), ...asRead] },
    { ...update, ...(isChange ? { $push: { outbox: securityEvent } } : {}) },
    { returnDocument: 'after' },
  );
  if (updated && isChange) await writeOutbox(deps, updated._id, securityEvent);
  return updated;
}

/**
 * Throws `PICTURE_TOO_LARGE`, `PICTURE_UNSUPPORTED`, `PICTURE_UNREADABLE`; `UNAVAILABLE` when too many
 * pictures wait to be decoded; `SessionRequired` or `ACCESS_TOKEN_INVALID` when the actor was ended.
 */
export async function uploadPicture(deps: Dependencies, actor: Actor, picture: Uint8Array): Promise<Profile> {
  return toProfile(deps, await showUpload(deps, actor, await deps.pictureEncoding.encode(picture)));
}

/** Throws `INVALID_INPUT` with an issue per fault, and `RATE_LIMITED`. */
export async function setOwnData(deps: Dependencies, actor: Actor, data: OwnData): Promise<Profile> {
  const change = validateOwnData(deps.configuration, data, 'person');
  await deps.rateLimits.consume('profile', 'user', actor.user._id.toHexString());
  // It tries again only when another change of these fields succeeded.
  for (let user = actor.user; ; user = await requireActive(deps, actor)) {
    const { $set, $unset } = ownDataUpdate(user, change);
    const updated = await writeProfile(deps, actor, {
      changed: changedOwnFields(user, change),
      asRead: [sameOwnData(user, change)],
      update: { $set: { ...$set, updatedAt: deps.now() }, $unset },
    });
    if (updated) return toProfile(deps, updated);
  }
}
