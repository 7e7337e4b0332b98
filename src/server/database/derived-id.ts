import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';

/** The same text gives the same id, so a repeated insert adds nothing. */
export function derivedId(text: string): ObjectId {
  return new ObjectId(createHash('sha256').update(text).digest().subarray(0, 12));
}
