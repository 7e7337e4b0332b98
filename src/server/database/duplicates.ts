import type { Collection, Document, ObjectId } from 'mongodb';
import type { RequiredIndex } from './index-plan.ts';

/** Which documents keep a unique index from being made. */
export interface Duplicates {
  /** How many values more than one document has. */
  readonly values: number;
  /** The documents of the first of them, a list for each value. Their ids say nothing about anybody; the values might. */
  readonly examples: readonly (readonly unknown[])[];
}

const EXAMPLES = 5;
const IDS_OF_EXAMPLE = 10;

/** Reads only. `null` where nothing is in the way. */
export async function findDuplicates(
  collection: Collection<Document>,
  { key, options }: RequiredIndex,
): Promise<Duplicates | null> {
  if (!options.unique) return null;
  const paths = Object.keys(key);
  const groups = await collection
    .aggregate<{ values: [{ count: number }?]; examples: { ids: ObjectId[] }[] }>(
      [
        { $match: options.partialFilterExpression ?? {} },
        // A list has an entry for each of its elements; what is no list goes through as it is.
        ...[...new Set(paths.flatMap(prefixesOf))].map((path) => ({
          $unwind: { path: `$${path}`, preserveNullAndEmptyArrays: true },
        })),
        // One document may hold a value twice. A field that is missing is indexed as null.
        {
          $group: { _id: { document: '$_id', key: paths.map((path) => ({ $ifNull: [`$${path}`, null] })) } },
        },
        {
          $group: {
            _id: '$_id.key',
            documents: { $sum: 1 },
            ids: { $minN: { input: '$_id.document', n: IDS_OF_EXAMPLE } },
          },
        },
        { $match: { documents: { $gt: 1 } } },
        { $sort: { ids: 1 } },
        {
          $facet: {
            values: [{ $count: 'count' }],
            examples: [{ $limit: EXAMPLES }, { $project: { ids: 1 } }],
          },
        },
      ],
      { allowDiskUse: true },
    )
    .toArray();
  const values = groups[0]?.values[0]?.count ?? 0;
  return values === 0 ? null : { values, examples: groups[0]?.examples.map(({ ids }) => ids) ?? [] };
}

/** `a.b.c`: `a`, `a.b`, `a.b.c`. */
function prefixesOf(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, end) => parts.slice(0, end + 1).join('.'));
}
