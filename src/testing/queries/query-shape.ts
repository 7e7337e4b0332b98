import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Binary, ObjectId, type Document } from 'mongodb';

/** The type of a removed value. */
export type Placeholder = '<id>' | '<date>' | '<number>' | '<text>' | '<binary>' | '<pattern>' | '<prefix>';
export const EPOCH = '<epoch>';

/** Everything but the values: it decides the plan of a query. */
export interface QueryShape {
  readonly command: 'find' | 'aggregate' | 'update' | 'delete' | 'findAndModify' | 'count' | 'distinct';
  readonly collection: string;
  readonly filter?: unknown;
  readonly pipeline?: unknown;
  /** Of `distinct`. */
  readonly key?: string;
  readonly sort?: unknown;
  readonly limit?: number;
  readonly hint?: unknown;
  readonly many?: true;
  readonly upsert?: true;
}

const SOURCE = path.resolve(import.meta.dirname, '../../');
let words: ReadonlySet<string> | null = null;

/** The texts in the sources of server and shared. Other texts in a query are values. */
function wordsOfTheSource(): ReadonlySet<string> {
  if (words !== null) return words;
  const found = new Set<string>();
  for (const folder of ['server', 'shared']) {
    for (const file of readdirSync(path.join(SOURCE, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const text = readFileSync(path.join(SOURCE, folder, file), 'utf8');
      for (const [, word = ''] of text.matchAll(/'([\w$.:-]{1,40})'/g)) found.add(word);
    }
  }
  return (words = found);
}

/** The query shapes in one command of the driver. Inserts and commands without a query have none. */
export function shapesOf(commandName: string, command: Document): QueryShape[] {
  const collection = String(command[commandName]);
  switch (commandName) {
    case 'find':
      return [shapeOf('find', collection, command, command['filter'])];
    case 'aggregate':
      if (typeof command['aggregate'] !== 'string') return [];
      return [{ command: 'aggregate', collection, pipeline: withoutValues(command['pipeline']) }];
    case 'count':
    case 'findAndModify':
      return [shapeOf(commandName, collection, command, command['query'])];
    case 'distinct':
      return [{ ...shapeOf('distinct', collection, command, command['query']), key: String(command['key']) }];
    case 'update':
      return (command['updates'] as Document[]).map((update) =>
        shapeOf('update', collection, update, update['q']),
      );
    case 'delete':
      return (command['deletes'] as Document[]).map(({ limit, ...deletion }) =>
        shapeOf('delete', collection, { ...deletion, multi: limit === 0 }, deletion['q']),
      );
    case 'bulkWrite':
      return (command['ops'] as Document[]).flatMap((operation) => shapesOfOperation(operation, command));
    default:
      return [];
  }
}

/** `part`: the command, or one of its writes. */
function shapeOf(
  command: QueryShape['command'],
  collection: string,
  part: Document,
  filter: unknown,
): QueryShape {
  const { sort: order, limit, hint, multi, upsert } = part;
  const sort: unknown = order instanceof Map ? Object.fromEntries(order) : order;
  return {
    command,
    collection,
    filter: withoutValues(filter ?? {}),
    ...(sort && Object.keys(sort).length > 0 ? { sort } : {}),
    ...(typeof limit === 'number' && limit > 0 ? { limit } : {}),
    ...(hint === undefined ? {} : { hint: hint as unknown }),
    ...(multi === true ? { many: true } : {}),
    ...(upsert === true ? { upsert: true } : {}),
  };
}

/** The shape of one write of `bulkWrite`, which names the collection by its number in `nsInfo`. */
function shapesOfOperation(operation: Document, { nsInfo }: Document): QueryShape[] {
  const command = ['update', 'delete'].find((name) => name in operation);
  if (command === undefined) return [];
  const { ns } = (nsInfo as { readonly ns: string }[])[Number(operation[command])] ?? { ns: '' };
  const { filter: q, multi, ...others } = operation;
  const collection = ns.slice(ns.indexOf('.') + 1);
  return command === 'update'
    ? shapesOf('update', { update: collection, updates: [{ ...others, q, multi }] })
    : shapesOf('delete', { delete: collection, deletes: [{ ...others, q, limit: multi === true ? 0 : 1 }] });
}

/** Operators whose number decides how much is read. */
const COUNTS = new Set(['$limit', '$skip', '$size', '$sum']);

/** Fields with values only: a test may choose a word of the sources, and 0 and 1 have no special meaning. */
const FREE_VALUES = new Set([
  'provider',
  'providerAccountId',
  'sessionToken',
  'nameKey',
  'description',
  'partition',
  'position',
]);

function withoutValues(value: unknown, key = '', field = ''): unknown {
  if (value === null || typeof value === 'boolean' || value === undefined) return value ?? null;
  if (typeof value === 'string') {
    if (key === '$regex') return isPrefix(value) ? '<prefix>' : '<pattern>';
    if (value === '' || value.startsWith('$')) return value;
    if (!FREE_VALUES.has(field) && wordsOfTheSource().has(value)) return value;
    return '<text>' satisfies Placeholder;
  }
  if (typeof value === 'number')
    return ((value === 0 || value === 1) && !FREE_VALUES.has(field)) || COUNTS.has(key)
      ? value
      : ('<number>' satisfies Placeholder);
  if (value instanceof Date) return value.getTime() === 0 ? EPOCH : ('<date>' satisfies Placeholder);
  if (value instanceof ObjectId) return '<id>' satisfies Placeholder;
  if (value instanceof Binary) return '<binary>' satisfies Placeholder;
  if (value instanceof RegExp)
    return (isPrefix(value.source) ? '<prefix>' : '<pattern>') satisfies Placeholder;
  if (value instanceof Map) return withoutValues(Object.fromEntries(value as Map<string, unknown>));
  if (Array.isArray(value)) {
    const elements = value.map((each: unknown) => withoutValues(each, key, field));
    // A list of ids is one id, whatever its length.
    const seen = new Map(elements.map((each) => [JSON.stringify(each), each]));
    return key === '$in' || key === '$nin' || key === '$or' || key === '$all' ? [...seen.values()] : elements;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      withoutValues(each, name, fieldOf(name, key, field)),
    ]),
  );
}

/** The field of the values within `name`. The numbers in `$sort` and `$project` are no values. */
function fieldOf(name: string, key: string, field: string): string {
  if (key === '$sort' || key === '$project') return '';
  return name.startsWith('$') ? field : name.slice(name.lastIndexOf('.') + 1);
}

/** Whether the pattern is a fixed beginning, which an index finds. */
function isPrefix(pattern: string): boolean {
  return /^\^(?:[\w: -]|\\.)+$/.test(pattern);
}
