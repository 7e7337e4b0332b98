import type { ObjectId } from 'mongodb';

/** The filter for a user who is not deleted. Every read and every deciding write by id uses it. */
export function activeUser(_id: ObjectId) {
  return { _id, deletedAt: { $exists: false } } as const;
}
