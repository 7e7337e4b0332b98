import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  BSON,
  MongoServerError,
  type ClientSession,
  type Collection,
  type Document,
  type MongoClient,
} from 'mongodb';
import type { Vault } from '../../crypto/encryption.ts';
import type { Collections } from '../collections.ts';
import { deploymentOf } from '../deployment.ts';
import { storedMigration } from '../migrations/stored-version.ts';
import { sealSecretCheck } from '../stored-secret.ts';
import {
  DUMP_FORMAT,
  DumpError,
  END_KEY,
  HEADER_KEY,
  inDumpOrder,
  type DumpEnd,
  type DumpHeader,
} from './dump-format.ts';
import { hasUnfinishedRestore, UNFINISHED_RESTORE } from './unfinished-restore.ts';

/** One write for each line would take most of the time. */
const CHUNK_BYTES = 256 * 1024;
/** MongoDB's error when a snapshot is older than it keeps. */
const SNAPSHOT_TOO_OLD = 239;

interface DumpDependencies {
  readonly mongo: MongoClient;
  readonly collections: Collections;
  readonly vault: Vault;
  readonly now: () => Date;
}

interface WrittenDump {
  readonly header: DumpHeader;
  readonly counts: DumpEnd['counts'];
}

/**
 * The file appears when it is whole; an abort leaves nothing. Throws `DumpError`: existing file, half
 * restored database, abort, or a snapshot that ended.
 */
export async function writeDump(
  deps: DumpDependencies,
  file: string,
  signal?: AbortSignal,
): Promise<WrittenDump> {
  await requireNoFile(file);
  if (await hasUnfinishedRestore(deps.collections)) throw new DumpError(UNFINISHED_RESTORE);
  const draft = `${file}.${process.pid}.part`;
  try {
    const session = await startSnapshot(deps.mongo);
    try {
      const header: DumpHeader = {
        format: DUMP_FORMAT,
        migration: (await storedMigration(deps.collections)).latest,
        createdAt: deps.now().toISOString(),
        isSnapshot: session !== null,
        secret: sealSecretCheck(deps.vault),
      };
      const counts: Record<string, number> = {};
      const lines = Readable.from(linesOf(deps.collections, header, counts, session), { objectMode: false });
      // `flush`: the file is on the disk before it appears.
      const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      const options = signal ? { signal } : {};
      if (file.endsWith('.gz')) await pipeline(lines, createGzip(), output, options);
      else await pipeline(lines, output, options);
      await putInPlace(draft, file);
      return { header, counts };
    } finally {
      await session?.endSession();
    }
  } catch (error) {
    if (signal?.aborted) throw new DumpError('The dump was stopped. Nothing of it is left.');
    throw explain(error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** An early check, because the dump can take long. `putInPlace` decides. */
async function requireNoFile(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new DumpError(`${file} is there already.`);
}

function explain(error: unknown): unknown {
  return error instanceof MongoServerError && error.code === SNAPSHOT_TOO_OLD
    ? new DumpError(
        'The dump took longer than the database keeps one moment. Raise minSnapshotHistoryWindowInSeconds (300 by default) on every member, or use mongodump.',
      )
    : error;
}

/** A single server has no snapshots, and the embedded engine has no sessions. */
async function startSnapshot(mongo: MongoClient): Promise<ClientSession | null> {
  return (await deploymentOf(mongo)) === 'single' ? null : mongo.startSession({ snapshot: true });
}

async function* linesOf(
  collections: Collections,
  header: DumpHeader,
  counts: Record<string, number>,
  session: ClientSession | null,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let lines: Buffer[] = [];
  let bytes = 0;
  const add = (key: string, value: unknown) => {
    const line = Buffer.from(`${BSON.EJSON.stringify({ [key]: value }, { relaxed: false })}\n`);
    lines.push(line);
    bytes += line.length;
  };
  const take = (): Buffer => {
    const chunk = Buffer.concat(lines);
    [lines, bytes] = [[], 0];
    hash.update(chunk);
    return chunk;
  };
  add(HEADER_KEY, header);
  for (const name of inDumpOrder(collections)) {
    const collection = collections[name] as unknown as Collection<Document>;
    const { collectionName } = collection;
    counts[collectionName] = 0;
    const documents = collection.find(
      {},
      // `promoteValues` would turn all numbers into those of JavaScript.
      { sort: { _id: 1 }, promoteValues: false, ...(session ? { session } : {}) },
    );
    for await (const document of documents) {
      counts[collectionName] += 1;
      add(collectionName, document);
      if (bytes >= CHUNK_BYTES) yield take();
    }
  }
  yield take();
  add(END_KEY, { counts, sha256: hash.copy().digest('hex') } satisfies DumpEnd);
  yield take();
}

/** An empty file takes the name first: some mounts have no hard links. A restore refuses an empty file. */
async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    throw new DumpError(`${file} is there already.`);
  }
  try {
    await rename(draft, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
