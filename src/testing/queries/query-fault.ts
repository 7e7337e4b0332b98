import { SESSIONS_PER_USER } from '../../shared/limits.ts';
import { explainShape } from './explained-query.ts';
import { SMALL_COLLECTIONS, type FilledDatabase } from './filled-database.ts';
import type { NotedQuery } from './noted-queries.ts';
import { QUERIES_THAT_GROW } from './query-exceptions.ts';
import type { QueryShape } from './query-shape.ts';

/** What a query may read besides its answer: more than any person has of anything bounded. */
const MOST_READ = 2.5 * SESSIONS_PER_USER;

/** Of docs/operating/scale.md. Users are missing: sharding needs the claims of their identifiers first. */
const SHARD_KEYS: Readonly<Record<string, string>> = {
  sessions: 'sessionToken',
  access_tokens: 'tokenHash',
  verification_tokens: 'identifier',
  activity: 'userId',
  rate_limits: 'key',
  pictures: '_id',
  events: 'partition',
};

/** Says what is wrong with a query of the server; `null` when nothing is. */
export async function faultOfQuery(
  filled: FilledDatabase,
  { place, shape }: NotedQuery,
): Promise<string | null> {
  const mayGrow = place in QUERIES_THAT_GROW || `${place} ${shape.collection}` in QUERIES_THAT_GROW;
  const fault = isRefusedByShards(shape)
    ? `does not name the shard by ${SHARD_KEYS[shape.collection]}`
    : mayGrow
      ? null
      : await findGrowth(filled, shape);
  return fault === null ? null : `${place} ${fault}: ${JSON.stringify(shape)}`;
}

/** What a query reads too much; `null` when the numbers of read keys and documents are bounded. */
async function findGrowth({ db, common }: FilledDatabase, shape: QueryShape): Promise<string | null> {
  const values = common.get(shape.collection);
  if (!values) return null;
  const { scansAll, keysRead, documentsRead, answered } = await explainShape(db, shape, values);
  if (scansAll && !SMALL_COLLECTIONS.has(shape.collection)) return 'reads the whole collection';
  const limit = shape.limit ?? limitOf(shape.pipeline);
  const bound = MOST_READ + 2 * Math.min(limit, answered);
  if (keysRead <= bound && documentsRead <= bound) return null;
  return `reads ${keysRead} keys and ${documentsRead} documents to answer ${answered}`;
}

function limitOf(pipeline: unknown): number {
  const stages = Array.isArray(pipeline) ? (pipeline as { $limit?: number }[]) : [];
  return stages.find(({ $limit }) => $limit !== undefined)?.$limit ?? 0;
}

/** Whether MongoDB refuses this write of one document on shards, because it does not name the shard. */
function isRefusedByShards({ collection, command, filter, many, upsert }: QueryShape): boolean {
  const key = SHARD_KEYS[collection];
  const isWrite = command === 'update' || command === 'delete' || command === 'findAndModify';
  if (key === undefined || !isWrite || many || equals(filter, key)) return false;
  return command === 'findAndModify' || upsert === true || !equals(filter, '_id');
}

function equals(filter: unknown, field: string): boolean {
  const { $and = [], [field]: value } = filter as { readonly $and?: readonly unknown[] } & Readonly<
    Record<string, unknown>
  >;
  return (value !== undefined && typeof value !== 'object') || $and.some((each) => equals(each, field));
}
