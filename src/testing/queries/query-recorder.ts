import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Collection, Db, MongoClient, type CommandStartedEvent, type Document } from 'mongodb';
import { shapesOf } from './query-shape.ts';

/** A file to which tests append the queries that they see. `scripts/record-queries.ts` sets it. */
const RECORD = process.env['FOYER_RECORD_QUERIES'];
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
/** Files that only pass a call on. */
const PASSING_ON = new Set([
  'src/testing/queries/query-recorder.ts',
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

/** One query of the run: its place in the source as `file:line method`, and its shape. */
export interface RecordedQuery {
  readonly place: string;
  readonly shape: ReturnType<typeof shapesOf>[number];
}

const seen = new Set<string>();

/** Appends the queries of this client to the file, when a run records queries. */
export function recordQueries(client: MongoClient): void {
  if (RECORD === undefined) return;
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    const place: unknown = command['comment'];
    if (typeof place !== 'string' || !place.startsWith('src/server/')) return;
    for (const shape of shapesOf(commandName, command)) {
      const line = JSON.stringify({ place, shape } satisfies RecordedQuery);
      if (seen.has(line)) continue;
      seen.add(line);
      appendFileSync(RECORD, `${line}\n`);
    }
  });
}

type Method = (...parts: unknown[]) => unknown;

/** Adds the caller's place as a comment to each call of the driver. The database ignores it. */
function markCalls(): void {
  Error.stackTraceLimit = 60;
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
  // Any command may have a comment, but only those with a query are recorded.
  mark(Db.prototype, 'command', ([command, options], comment) => [
    'find' in (command as Document) ? { ...(command as Document), comment } : command,
    options,
  ]);
}

/** Replaces a method of the driver by one that gets the place of its call, as `file:line method`. */
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
    return original.apply(this, place === null ? parts : [...withComment(parts, `${place} ${method}`)]);
  };
}

if (RECORD !== undefined) markCalls();

/** `src/server/file.ts:line` of the product's code that calls the driver; `null` when a test does. */
function placeOfCall(): string | null {
  const lines = (new Error('place').stack ?? '').split('\n').slice(1);
  for (const line of lines) {
    const [, file = '', number = ''] = /\(?(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const relative = path.relative(PROJECT, file);
    if (file === '' || relative.startsWith('..') || relative.startsWith('node_modules')) continue;
    if (PASSING_ON.has(relative)) continue;
    return relative.startsWith('src/server/') && !relative.endsWith('.test.ts')
      ? `${relative}:${number}`
      : null;
  }
  return null;
}
