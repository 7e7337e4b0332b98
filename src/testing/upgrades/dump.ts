import { readFile, writeFile } from 'node:fs/promises';
import { BSON, type Db, type Document, type IndexDescription } from 'mongodb';

/** One file for each version, named by its date. */
export const DUMPS = new URL('dumps/', import.meta.url);

/** A database of an earlier version, and the secrets that only its people have: cookies, tokens, passwords, codes. */
export interface Dump {
  /** The commit of the version that made it. */
  readonly commit: string;
  readonly recordedAt: Date;
  readonly authSecret: string;
  /** The secrets of each person, by the person's name. */
  readonly people: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The cookies of each person's browser. */
  readonly browsers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly collections: readonly {
    readonly name: string;
    readonly indexes: readonly IndexDescription[];
    readonly documents: readonly Document[];
  }[];
}

/** Writes MongoDB's Extended JSON, which keeps all types, with one line for each document. */
export async function writeDump(file: string, { collections, ...rest }: Dump): Promise<void> {
  const line = (value: unknown) => BSON.EJSON.stringify(value, { relaxed: false });
  const lines = (values: readonly unknown[]) => values.map((value) => `\n   ${line(value)}`).join(',');
  const parts = collections.map(
    ({ name, indexes, documents }) =>
      `\n {"name": ${line(name)},\n  "indexes": [${lines(indexes)}],\n  "documents": [${lines(documents)}]}`,
  );
  await writeFile(file, `{"about": ${line(rest)},\n"collections": [${parts.join(',')}]}\n`);
}

export async function readDump(file: URL): Promise<Dump> {
  const text = await readFile(file, 'utf8');
  const { about, collections } = BSON.EJSON.parse(text) as {
    about: Omit<Dump, 'collections'>;
    collections: Dump['collections'];
  };
  return { ...about, collections };
}

/**
 * Fills an empty database with the documents and indexes of a dump. All dates move by the time since the dump was made, so that open requests
 * are still open.
 */
export async function restoreDump(db: Db, dump: Dump, now = new Date()): Promise<void> {
  const laterMs = now.getTime() - dump.recordedAt.getTime();
  for (const { name, indexes, documents } of dump.collections) {
    const collection = await db.createCollection(name);
    for (const { key, ...options } of indexes)
      if (options.name !== '_id_') await collection.createIndex(key, options);
    if (documents.length > 0)
      await collection.insertMany(documents.map((row) => moveDates(row, laterMs) as Document));
  }
}

function moveDates(value: unknown, byMs: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((entry) => moveDates(entry, byMs));
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, moveDates(entry, byMs)]));
}
