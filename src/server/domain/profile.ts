import type { ObjectId } from 'mongodb';
import type { Profile, UpdateProfileInput } from '../../shared/schemas/profile.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies } from '../dependencies.ts';

export function toProfile(user: UserDocument): Profile {
  return {
    id: user._id.toHexString(),
    name: user.name,
    email: user.email ?? null,
    emailVerified: user.emailVerified !== null,
    image: user.image,
    locale: user.locale,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Sets the given fields and leaves the others. Throws `NOT_FOUND` when the user is gone. */
export async function updateProfile(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  userId: ObjectId,
  changes: UpdateProfileInput,
): Promise<Profile> {
  const { name, image, locale } = changes;
  const user = await deps.collections.users.findOneAndUpdate(
    { _id: userId },
    {
      $set: {
        ...(name === undefined ? {} : { name }),
        ...(image === undefined ? {} : { image }),
        ...(locale === undefined ? {} : { locale }),
        updatedAt: deps.now(),
      },
    },
    { returnDocument: 'after' },
  );
  if (!user) throw new AppError('NOT_FOUND');
  return toProfile(user);
}
