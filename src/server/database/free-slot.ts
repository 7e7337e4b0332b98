import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './errors.ts';

/** The unique index on `slot` decides, so there are never more than `max`. `false`: every number is taken. */
export async function insertInFreeSlot<Stored extends { readonly slot?: number }>(
  collection: Collection<Stored>,
  document: OptionalUnlessRequiredId<Stored>,
  max: number,
): Promise<boolean> {
  for (let slot = 0; slot < max; slot++) {
    try {
      await collection.insertOne({ ...document, slot });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error, 'slot')) throw error;
    }
  }
  return false;
}
