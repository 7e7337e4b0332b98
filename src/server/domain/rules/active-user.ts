import type { ObjectId } from 'mongodb';

/** A user who is not deleted: what every read and every deciding write by id asks for. */
export function activeUser(_id: ObjectId) {
  return { _id, deletedAt: { $exists: false } } as const;
}
