import path from 'node:path';
import { Collection, Db, MongoClient, type CommandStartedEvent, type Document } from 'mongodb';

// Not by URL: the tests of mails run in jsdom, which has its own URL.
const PROJECT = path.resolve(import.meta.dirname, '../../..');
/** Files that only pass a call on. */
const PASSING_ON = new Set([
  'src/testing/queries/noted-queries.ts',
  'src/testing/faults/faults.ts',
  'src/server/database/request-budget.ts',
]);
/** Each method of a collection, and the position of its options. */
const METHODS = {
  find: 1,
  findOne: 1,
  findOneAndUpdate: 2,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  deleteOne: 1,
  deleteMany: 1,
  countDocuments: 1,
  estimatedDocumentCount: 0,
  distinct: 2,
  aggregate: 1,
  bulkWrite: 1,
} as const;

export interface NotedQuery {
  /** The function that called the driver: `domain/users/users.ts proveEmail findOne`. */
  readonly place: string;
  /** A command that `explain` takes, with one query. It begins with its name and its collection. */
  readonly command: Document;
}

const SERVER = 'src/server/';
/** The beginning of the comment of the server's queries. */
const PLACE = 'sent by ';
const DEEPEST = 60;
const seen = new Set<string>();
const noted: NotedQuery[] = [];

/** The queries since the last call. Queries of a place that differ in values only are noted once in a worker. */
export function takeNotedQueries(): NotedQuery[] {
  return noted.splice(0);
}

/** Notes the server's queries of this connection. Queries of tests have no place, and are left out. */
export function noteQueries(mongo: MongoClient): void {
  mongo.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    const place: unknown = command['comment'];
    if (typeof place !== 'string' || !place.startsWith(PLACE)) return;
    for (const query of queriesOf(commandName, command)) {
      const key = `${place} ${JSON.stringify(query, withoutValue)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      noted.push({ place: place.slice(PLACE.length), command: query });
    }
  });
}

/** What an explained write would change. It has no effect on the plan. */
const CHANGE = { $set: { explained: true } };

/** The queries in one command of the driver. Inserts and commands without a query have none. */
function queriesOf(name: string, command: Document): Document[] {
  const collection: unknown = command[name];
  const { filter, query, pipeline, key, sort, limit, hint, upsert } = command;
  const rest = { ...(sort && { sort }), ...(limit && { limit }), ...(hint && { hint }) };
  switch (name) {
    case 'find':
      return [{ find: collection, filter: filter ?? {}, ...rest }];
    case 'aggregate':
      return typeof collection === 'string' ? [{ aggregate: collection, pipeline, cursor: {} }] : [];
    case 'count':
      return [{ count: collection, query: query ?? {}, ...rest }];
    case 'distinct':
      return [{ distinct: collection, key, query: query ?? {} }];
    case 'findAndModify':
      return [{ findAndModify: collection, query, update: CHANGE, upsert: upsert ?? false, ...rest }];
    case 'update':
      return (command['updates'] as Document[]).map((each) => updateOf(collection, each));
    case 'delete':
      return (command['deletes'] as Document[]).map((each) => ({ delete: collection, deletes: [each] }));
    case 'bulkWrite':
      return (command['ops'] as Document[]).flatMap((operation) => writesOf(operation, command));
    default:
      return [];
  }
}

/** The query of one write of `bulkWrite`, which names the collection by its number in `nsInfo`. */
function writesOf(operation: Document, { nsInfo }: Document): Document[] {
  const { update, delete: deletion, filter: q, multi, hint } = operation;
  const { ns } = (nsInfo as { readonly ns: string }[])[Number(update ?? deletion)] ?? { ns: '' };
  const collection = ns.slice(ns.indexOf('.') + 1);
  if (update !== undefined) return [updateOf(collection, { ...operation, q })];
  return deletion === undefined
    ? []
    : [{ delete: collection, deletes: [{ q, limit: multi ? 0 : 1, ...(hint && { hint }) }] }];
}

function updateOf(collection: unknown, { q, multi, upsert, hint }: Document): Document {
  const update = { q, u: CHANGE, multi: multi ?? false, upsert: upsert ?? false, ...(hint && { hint }) };
  return { update: collection, updates: [update] };
}

/** Leaves out values that do not decide the plan: all but the words of the code. */
function withoutValue(_name: string, value: unknown): unknown {
  if (value instanceof Map) return [...(value as Map<string, unknown>)];
  const isWord = typeof value === 'string' && /^[a-z$_.-]*$/i.test(value);
  return typeof value === 'object' || isWord ? value : typeof value;
}

type Method = (...parts: unknown[]) => unknown;

/** Adds the caller's place as a comment to each call of the driver. The database ignores it. */
function markCalls(): void {
  for (const [method, position] of Object.entries(METHODS)) {
    const isCursor = ['distinct', 'countDocuments', 'find', 'findOne'].includes(method);
    mark(Collection.prototype, method, (parts, comment) => {
      const options = parts[position] as { comment?: unknown } | undefined;
      if (options?.comment !== undefined) return parts;
      const all = Array.from({ length: Math.max(parts.length, position + 1) }, (_, index) => parts[index]);
      if (isCursor) all[position - 1] ??= {};
      all[position] = { ...options, comment };
      return all;
    });
  }
  mark(MongoClient.prototype, 'bulkWrite', ([writes, options], comment) => [
    writes,
    { ...(options as object | undefined), comment },
  ]);
  // Any command may have a comment, but only those with a query are explained.
  mark(Db.prototype, 'command', ([command, options], comment) => [
    'find' in (command as Document) ? { ...(command as Document), comment } : command,
    options,
  ]);
}

/** Replaces a method of the driver by one that gets the place of its call. */
function mark(
  prototype: object,
  method: string,
  withComment: (parts: readonly unknown[], comment: string) => readonly unknown[],
): void {
  const methods = prototype as Record<string, Method>;
  const original = methods[method];
  if (!original) throw new Error(`the driver has no ${method}`);
  methods[method] = function marked(this: unknown, ...parts: unknown[]) {
    const place = placeOfCall();
    return original.apply(
      this,
      place === null ? parts : [...withComment(parts, `${PLACE}${place} ${method}`)],
    );
  };
}

markCalls();

/** The product's file and function that call the driver; `null` when a test does. */
function placeOfCall(depth = 10): string | null {
  let file: string | null = null;
  for (const call of callsOfStack(depth)) {
    const here = fileOf(call.getFileName() ?? '');
    if (here === null) continue;
    file ??= here;
    if (!file.startsWith(SERVER) || file.endsWith('.test.ts')) return null;
    const functionName = here === file ? call.getFunctionName() : null;
    if (functionName) return `${file.slice(SERVER.length)} ${functionName}`;
  }
  // A library may have many calls in between. Reading the whole stack each time takes longer.
  if (depth < DEEPEST) return placeOfCall(DEEPEST);
  return file === null ? null : `${file.slice(SERVER.length)} the module`;
}

const files = new Map<string, string | null>();

/** `src/server/file.ts`; `null` for Node, libraries, and files that only pass a call on. */
function fileOf(name: string): string | null {
  let file = files.get(name);
  if (file !== undefined) return file;
  file = path.relative(PROJECT, name.replace(/^file:\/\//, ''));
  if (!name.includes('/') || /^\.\.|^node_modules|^node:/.test(file) || PASSING_ON.has(file)) file = null;
  files.set(name, file);
  return file;
}

function callsOfStack(depth: number): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = depth;
  // Without text, a stack costs microseconds.
  Error.prepareStackTrace = (_error, calls) => calls;
  const calls = new Error('calls').stack as unknown as readonly NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return calls;
}
