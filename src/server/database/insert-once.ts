import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './errors.ts';

/** A repeat with the same `_id` or another unique value changes nothing. Answers whether this call inserted it. */
export async function insertOnce<Stored extends { readonly _id: unknown }>(
  collection: Collection<Stored>,
  document: OptionalUnlessRequiredId<Stored>,
): Promise<boolean> {
  try {
    await collection.insertOne(document);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
