import type { Collection, Document } from 'mongodb';
import type { Vault } from '../../crypto/encryption.ts';
import type { Collections } from '../collections.ts';
import { isDuplicateKey } from '../errors.ts';
import { LATEST_MIGRATION } from '../migrations/stored-version.ts';
import { hasSecretOf } from '../stored-secret.ts';
import { DumpError, type DumpEnd, type DumpHeader } from './dump-format.ts';
import { readDump } from './read-dump.ts';
import { noteRestore } from './restored-database.ts';
import { hasUnfinishedRestore } from './unfinished-restore.ts';

const BATCH_DOCUMENTS = 1000;
/** Below the limit of one command, 48 MB, also when documents are larger than their lines. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** What a server writes by itself when it starts on an empty database. */
const OF_EVERY_START: ReadonlySet<keyof Collections> = new Set([
  'migrations',
  'sweeps',
  'maintenance',
  'signingKeys',
  'providerIssuers',
  'rateLimits',
  'eventPartitions',
]);

interface RestoreDependencies {
  readonly collections: Collections;
  readonly vault: Vault;
  readonly now: () => Date;
  /** Makes the indexes, and brings older data to the form of this version. */
  readonly finish: () => Promise<void>;
}

interface RestoreOptions {
  /** Removes what the database has. Without it, a database with data is refused. */
  readonly replace: boolean;
  /** Restores a dump that another `AUTH_SECRET` encrypted. What is encrypted in it cannot be read. */
  readonly withOtherSecret: boolean;
}

/**
 * Restores a dump, after checking the whole file. The first write is a mark with which no server starts, and
 * the last write removes it. A killed restore is run again from the start.
 *
 * Throws `DumpError`.
 */
export async function restoreDump(
  deps: RestoreDependencies,
  file: string,
  options: RestoreOptions,
): Promise<{ readonly header: DumpHeader; readonly counts: DumpEnd['counts'] }> {
  const collections = byName(deps.collections);
  const { header, end } = await check(deps, file, collections, options);
  if (!options.replace && !(await hasUnfinishedRestore(deps.collections))) await requireEmpty(deps);

  const { maintenance } = deps.collections;
  await maintenance.updateOne({ _id: 'restore' }, { $set: { startedAt: deps.now() } }, { upsert: true });
  for (const collection of collections.values())
    await collection.deleteMany({ _id: { $ne: 'restore' } } as object);
  const { sha256 } = await insertAll(file, collections);
  if (sha256 !== end.sha256) throw new DumpError('The file was changed while it was restored. Run it again.');
  await deps.finish();
  const dumpedAt = new Date(header.createdAt);
  await noteRestore(deps.collections, { restoredAt: deps.now(), dumpedAt });
  await maintenance.deleteOne({ _id: 'restore' });
  return { header, counts: end.counts };
}

type ByName = ReadonlyMap<string, Collection<Document>>;

function byName(collections: Collections): ByName {
  const all = Object.values(collections) as unknown as Collection<Document>[];
  return new Map(all.map((collection) => [collection.collectionName, collection]));
}

/** Reads the whole file and writes nothing. */
async function check(
  { vault }: RestoreDependencies,
  file: string,
  collections: ByName,
  { withOtherSecret }: RestoreOptions,
): Promise<{ header: DumpHeader; end: DumpEnd }> {
  const headers: DumpHeader[] = [];
  const end = await readDump(file, {
    takeHeader(read) {
      if (read.migration > LATEST_MIGRATION)
        throw new DumpError(
          `The dump has migration ${read.migration} of a newer version. This version knows ${LATEST_MIGRATION}.`,
        );
      if (!withOtherSecret && !hasSecretOf(vault, read.secret))
        throw new DumpError(
          'The dump was made with another AUTH_SECRET. Set that one (AUTH_SECRET_PREVIOUS is enough), or add --with-other-secret: then what is encrypted in it is lost, such as authenticator apps.',
        );
      headers.push(read);
    },
    takeDocument(name, document) {
      if (!collections.has(name)) throw new DumpError(`The dump has an unknown collection, ${name}.`);
      if (document['_id'] === undefined) throw new DumpError(`A document of ${name} has no _id.`);
    },
  });
  const [header] = headers;
  if (!header) throw new Error('a dump without a header was read');
  return { header, end };
}

async function requireEmpty({ collections }: RestoreDependencies): Promise<void> {
  for (const [name, collection] of Object.entries(collections)) {
    if (OF_EVERY_START.has(name as keyof Collections)) continue;
    if (await (collection as Collection<Document>).findOne({}, { projection: { _id: 1 } }))
      throw new DumpError(
        `The database is not empty: ${collection.collectionName} has documents. Name another one in MONGODB_URI, or add --replace to remove them.`,
      );
  }
}

async function insertAll(file: string, collections: ByName): Promise<DumpEnd> {
  const inserted = new Map<string, number>();
  let batch: { name: string; documents: Document[]; bytes: number } = { name: '', documents: [], bytes: 0 };
  const insertBatch = async () => {
    const { name, documents } = batch;
    batch = { name: '', documents: [], bytes: 0 };
    if (documents.length === 0) return;
    const collection = collections.get(name);
    if (!collection) throw new DumpError(`The dump has an unknown collection, ${name}.`);
    const { insertedCount } = await collection
      .insertMany(documents)
      .catch((error: unknown) => Promise.reject(explain(error, name)));
    inserted.set(name, (inserted.get(name) ?? 0) + insertedCount);
  };
  const end = await readDump(file, {
    takeHeader() {},
    async takeDocument(name, document, bytes) {
      const { documents } = batch;
      const isFull = documents.length === BATCH_DOCUMENTS || batch.bytes > BATCH_BYTES;
      if (isFull || (documents.length > 0 && name !== batch.name)) await insertBatch();
      batch.name = name;
      batch.documents.push(document);
      batch.bytes += bytes;
    },
  });
  await insertBatch();
  // Documents that expire may be gone a moment later, so the acknowledged ones are counted.
  for (const [name, count] of Object.entries(end.counts))
    if ((inserted.get(name) ?? 0) !== count)
      throw new DumpError(`Of ${count} documents of ${name}, ${inserted.get(name) ?? 0} were stored.`);
  return end;
}

function explain(error: unknown, name: string): unknown {
  return isDuplicateKey(error)
    ? new DumpError(
        `The dump has a value of ${name} twice that must be unique. It was made while servers wrote; restore another one.`,
      )
    : error;
}
