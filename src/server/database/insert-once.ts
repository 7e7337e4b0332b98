import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './errors.ts';

/** Inserts a document. A repeat with the same `_id` changes nothing. */
export async function insertOnce<Stored extends { readonly _id: unknown }>(
  collection: Collection<Stored>,
  document: OptionalUnlessRequiredId<Stored>,
): Promise<void> {
  try {
    await collection.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
