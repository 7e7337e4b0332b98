import type { Collection, Document, ObjectId } from 'mongodb';
import type { RequiredIndex } from './index-plan.ts';

export interface Duplicates {
  /** The number of values that are in more than one document. */
  readonly values: number;
  /** Ids of documents, one list per value: ids are no personal data; the values may be. */
  readonly examples: readonly (readonly unknown[])[];
}

const EXAMPLES = 5;
const IDS_OF_EXAMPLE = 10;

/** `null` when there are none. It only reads. */
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
        // A list is indexed by element; `$unwind` passes other values through.
        ...[...new Set(paths.flatMap(prefixesOf))].map((path) => ({
          $unwind: { path: `$${path}`, preserveNullAndEmptyArrays: true },
        })),
        // One document may contain a value twice. A missing field is indexed as null.
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
