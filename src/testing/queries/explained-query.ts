import { ObjectId, type Db, type Document } from 'mongodb';
import { DAY_MS } from '../../shared/limits.ts';
import type { CommonValues } from './filled-database.ts';
import { EPOCH, type Placeholder, type QueryShape } from './query-shape.ts';

interface ExplainedQuery {
  readonly scansAll: boolean;
  readonly keysRead: number;
  readonly documentsRead: number;
  readonly answered: number;
}

/** Explains a query of this shape with the values that most documents have. It changes nothing. */
export async function explainShape(db: Db, shape: QueryShape, values: CommonValues): Promise<ExplainedQuery> {
  const plan = await db.command({ explain: commandOf(shape, values), verbosity: 'executionStats' });
  const numbers = (name: string) => allOf(plan, name).map(Number);
  const stages = allOf(plan['queryPlanner'] ?? plan, 'stage');
  return {
    scansAll: stages.includes('COLLSCAN'),
    keysRead: Math.max(0, ...numbers('totalKeysExamined')),
    documentsRead: Math.max(0, ...numbers('totalDocsExamined')),
    answered: Math.max(0, ...numbers('nReturned').slice(0, 1)),
  };
}

function commandOf(shape: QueryShape, values: CommonValues): Document {
  const { command, collection, key, limit, hint, many, upsert } = shape;
  const filter = withValues(shape.filter ?? {}, values) as Document;
  const change = { $set: { explained: true } };
  const rest = {
    ...(shape.sort === undefined ? {} : { sort: shape.sort }),
    ...(limit === undefined ? {} : { limit }),
    ...(hint === undefined ? {} : { hint }),
  };
  switch (command) {
    case 'find':
      return { find: collection, filter, ...rest };
    case 'count':
      return { count: collection, query: filter, ...rest };
    case 'distinct':
      return { distinct: collection, key, query: filter };
    case 'aggregate':
      return { aggregate: collection, pipeline: withValues(shape.pipeline, values), cursor: {} };
    case 'findAndModify':
      return { findAndModify: collection, query: filter, update: change, upsert: upsert ?? false, ...rest };
    case 'update':
      return { update: collection, updates: [{ q: filter, u: change, multi: many ?? false, ...rest }] };
    case 'delete':
      return { delete: collection, deletes: [{ q: filter, limit: many ? 0 : 1, ...rest }] };
  }
}

function allOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    // Plans that lost are read for a moment only.
    key === 'rejectedPlans' || key === 'allPlansExecution'
      ? []
      : key === name
        ? [each as unknown]
        : allOf(each, name),
  );
}

/** Puts values into the places of removed ones. A range gets a bound that includes everything. */
function withValues(value: unknown, values: CommonValues, path = '', operator = ''): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withValues(each, values, path, operator));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]: [string, unknown]) =>
        name.startsWith('$')
          ? [name, withValues(each, values, path, name)]
          : [name, withValues(each, values, pathWith(path, name), '')],
      ),
    );
  }
  if (typeof value !== 'string' || !/^<\w+>$/.test(value)) return value;
  const ofPath = values.get(path) ?? [];
  const isLowerBound = operator === '$gt' || operator === '$gte';
  const isUpperBound = operator === '$lt' || operator === '$lte';
  switch (value as Placeholder | typeof EPOCH) {
    case EPOCH:
      return new Date(0);
    case '<id>':
      if (isLowerBound) return new ObjectId('0'.repeat(24));
      if (isUpperBound) return new ObjectId('f'.repeat(24));
      return ofPath.find((each) => each instanceof ObjectId) ?? new ObjectId();
    case '<date>':
      if (isLowerBound) return new Date(1);
      if (isUpperBound) return new Date(Date.now() + DAY_MS);
      return ofPath.find((each) => each instanceof Date) ?? new Date();
    case '<number>':
      if (isLowerBound) return 0;
      if (isUpperBound) return Number.MAX_SAFE_INTEGER;
      return ofPath.find((each) => typeof each === 'number') ?? 2;
    case '<text>':
      if (isLowerBound) return ' ';
      if (isUpperBound) return '~';
      return textAt(ofPath);
    case '<binary>':
      return ofPath[0];
    case '<prefix>':
      return new RegExp(BEGINNINGS[path] ?? 'no beginning is known');
    case '<pattern>':
      return /person/;
  }
}

/** What queries by the beginning of a text look for, by the path of the field. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'accounts.key': '^rare:',
  identifier: '^reauthenticate:0123456789abcdef01234567:',
  key: '^unknown-callers:mail:',
  'totp.secret': '^v1\\.former\\.',
};

function textAt(values: readonly unknown[]): string {
  return values.find((each): each is string => typeof each === 'string') ?? 'a text that nothing has';
}

/** `outbox.0._id` has the values of `outbox._id`. */
function pathWith(path: string, name: string): string {
  const names = name.split('.').filter((each) => !/^\d+$/.test(each));
  return [...(path === '' ? [] : [path]), ...names].join('.');
}
