import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BSON, type ClientSession, type Collection, type Document, type MongoClient } from 'mongodb';
import type { Vault } from '../../crypto/encryption.ts';
import type { Collections } from '../collections.ts';
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

/** Lines are handed on together, because one write for each line takes most of the time. */
const CHUNK_BYTES = 256 * 1024;

interface DumpDependencies {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly vault: Vault;
  readonly now: () => Date;
}

export interface WrittenDump {
  readonly header: DumpHeader;
  readonly counts: DumpEnd['counts'];
}

/**
 * Writes all collections of Foyer to a new file that only its owner can read, with gzip when its name ends in `.gz`. It holds a few documents at a time. The
 * file appears under its name when it is whole.
 *
 * Throws `DumpError` when the file is there already, and for a database that is half restored.
 */
export async function writeDump(deps: DumpDependencies, file: string): Promise<WrittenDump> {
  if (await hasUnfinishedRestore(deps.collections)) throw new DumpError(UNFINISHED_RESTORE);
  const draft = `${file}.${process.pid}.part`;
  try {
    const session = await startSnapshot(deps.client);
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
      if (file.endsWith('.gz')) await pipeline(lines, createGzip(), output);
      else await pipeline(lines, output);
      await putInPlace(draft, file);
      return { header, counts };
    } finally {
      await session?.endSession();
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads of one moment. A single server has none, and the embedded engine has no sessions. */
async function startSnapshot(client: MongoClient): Promise<ClientSession | null> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 });
  return setName !== undefined || msg === 'isdbgrid' ? client.startSession({ snapshot: true }) : null;
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

/** A hard link fails when the name is taken, so no other dump is replaced. */
async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    throw new DumpError(`${file} is there already.`);
  }
}
