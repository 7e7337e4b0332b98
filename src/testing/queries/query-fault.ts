import type { Db, Document } from 'mongodb';
import type { NotedQuery } from './noted-queries.ts';
import { QUERIES_THAT_GROW, SMALL_COLLECTIONS } from './query-exceptions.ts';

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

/** Says what is wrong with a query of the server; `null` when nothing is. The database needs no documents. */
export async function faultOfQuery(db: Db, { place, command }: NotedQuery): Promise<string | null> {
  const collection = String(Object.values(command)[0]);
  const key = SHARD_KEYS[collection];
  const mayGrow = place in QUERIES_THAT_GROW || `${place} ${collection}` in QUERIES_THAT_GROW;
  const fault =
    key !== undefined && isRefusedByShards(command, key)
      ? `does not name the shard by ${key}`
      : mayGrow || SMALL_COLLECTIONS.has(collection)
        ? null
        : await findGrowth(db, command);
  return fault === null ? null : `${place} ${fault}: ${JSON.stringify(command)}`;
}

/** What makes the query read more where more is stored, by the plans that the database considers. */
async function findGrowth(db: Db, command: Document): Promise<string | null> {
  const explained = await db.command({ explain: command, verbosity: 'queryPlanner' });
  const hasLimit = isLimited(command) || allOf(explained, 'stage').includes('LIMIT');
  const plans = allOf(explained, 'queryPlanner').flatMap((planner) => {
    const { winningPlan, rejectedPlans } = planner as Record<'winningPlan' | 'rejectedPlans', unknown>;
    return [winningPlan, ...(rejectedPlans as unknown[])];
  });
  // Without documents all plans cost the same, so the good one may be among those that lost.
  const faults = plans.map((plan) => faultOfPlan(plan, hasLimit));
  return faults.includes(null) ? null : (faults[0] ?? 'has no plan');
}

function faultOfPlan(plan: unknown, hasLimit: boolean): string | null {
  const stages = allOf(plan, 'stage');
  if (stages.includes('COLLSCAN')) return 'reads the whole collection';
  if (hasLimit && stages.includes('SORT')) return 'sorts without an index';
  const bounds = allOf(plan, 'indexBounds').map((fields) => String(Object.values(fields as object)[0]));
  const readsAll = bounds.some((bound) => bound === '[MinKey, MaxKey]' || bound === '[MaxKey, MinKey]');
  // A `DISTINCT_SCAN` jumps from one value to the next.
  return readsAll && !hasLimit && !stages.includes('DISTINCT_SCAN') ? 'reads the whole index' : null;
}

/** Whether the command itself ends after one document, or after its limit. */
function isLimited({ find, findAndModify, updates, deletes, limit }: Document): boolean {
  const [update] = (updates ?? []) as readonly Document[];
  const [deletion] = (deletes ?? []) as readonly Document[];
  if (find !== undefined) return Number(limit ?? 0) > 0;
  return (
    findAndModify !== undefined || (update !== undefined && !update['multi']) || deletion?.['limit'] === 1
  );
}

/** Whether MongoDB refuses this write of one document on shards, because it does not name the shard. */
function isRefusedByShards(command: Document, key: string): boolean {
  const [write = null] = (command['updates'] ?? command['deletes'] ?? []) as readonly Document[];
  const filter: unknown = command['query'] ?? write?.['q'];
  if (!('findAndModify' in command) && (write === null || !isLimited(command))) return false;
  if (equals(filter, key)) return false;
  return write === null || write['upsert'] === true || !equals(filter, '_id');
}

function equals(filter: unknown, field: string): boolean {
  const { $and = [], [field]: value } = filter as { readonly $and?: readonly unknown[] } & Document;
  const isOperator =
    typeof value === 'object' && Object.keys(value as object).some((name) => name.startsWith('$'));
  return (value !== undefined && !isOperator) || $and.some((each) => equals(each, field));
}

/** All values with this name, at any depth. */
function allOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === name ? [each as unknown] : allOf(each, name),
  );
}
