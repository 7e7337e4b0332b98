import type { Collection, Document, Filter, OptionalUnlessRequiredId } from 'mongodb';

const BATCH = 5000;

export async function insertAll<T extends Document>(
  collection: Collection<T>,
  count: number,
  make: (number: number) => OptionalUnlessRequiredId<T>,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => make(from + index));
    await collection.insertMany(documents, { ordered: false });
  }
}

/** Throws when the look-up would scan the collection, which would make the figures meaningless. */
export async function requireIndex<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
): Promise<void> {
  const plan = JSON.stringify(await collection.find(filter).limit(1).explain('queryPlanner'));
  if (!/"(?:EXPRESS_)?IXSCAN"/.test(plan) || plan.includes('"COLLSCAN"'))
    throw new Error(`no index serves ${Object.keys(filter).join(', ')} of ${collection.collectionName}`);
}
