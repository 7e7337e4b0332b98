import type { ObjectId } from 'mongodb';

/** Every read and every deciding write by id uses this filter. */
export function activeUser(_id: ObjectId) {
  return { _id, deletedAt: { $exists: false } } as const;
}
