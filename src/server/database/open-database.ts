import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MongoClient, Db } from 'mongodb';
import type { Log } from '../log/log-lines.ts';
import type { OwnField } from '../configuration/configuration.ts';
import type { Settings } from '../settings/settings.ts';
import { collectionsOf } from './collections.ts';
import { connectDatabase, type ConnectOptions } from './connect.ts';
import { requireNoUnfinishedRestore } from './dump/unfinished-restore.ts';
import type { EmbeddedDatabase } from '../development/embedded-database/start-embedded-database.ts';
import { ensureIndexes } from './indexes.ts';
import { startSweeper } from './sweeper.ts';

export interface OpenDatabase {
  readonly mongo: MongoClient;
  readonly db: Db;
  /** Why the embedded engine does not run; `null` while it runs, and for a MongoDB server. */
  trouble(): string | null;
  close(): Promise<void>;
}

interface OpenOptions extends Pick<ConnectOptions, 'watch' | 'monitorCommands'> {
  /** Use the engine of a running server. */
  readonly join?: boolean;
  readonly ownFields?: readonly OwnField[];
  /** Called when another process starts to work for this one: the engine. Without it, called at once. */
  readonly whileStarting?: () => void;
}

/** The embedded engine is loaded only without `MONGODB_URI`. Throws `UnfinishedRestoreError`. */
export async function openDatabase(
  settings: Pick<Settings, 'mongodbUri' | 'dataDir'>,
  log: Log,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { ownFields = [], whileStarting, watch, monitorCommands } = options;
  if (settings.mongodbUri !== null) {
    whileStarting?.();
    await makeIndexes(settings.mongodbUri, ownFields, log);
    return {
      ...(await connectDatabase({ uri: settings.mongodbUri, log, watch, monitorCommands })),
      trouble: () => null,
    };
  }

  if (options.join) {
    const { findRunningEngine } = await import('../development/embedded-database/running-engine.ts');
    const uri = await findRunningEngine(settings.dataDir);
    if (uri !== null) return { ...(await connectDatabase({ uri, log })), trouble: () => null };
  }

  const { startEmbeddedDatabase } =
    await import('../development/embedded-database/start-embedded-database.ts');
  const engine = await startEmbeddedDatabase({ directory: settings.dataDir, log, whileStarting });
  try {
    await checkFiles(engine, settings.dataDir, log);
    await makeIndexes(engine.uri, ownFields, log);
    const { mongo, db, close } = await connectDatabase({ uri: engine.uri, log, watch, monitorCommands });
    const sweeper = startSweeper(db, { log });
    return {
      mongo,
      db,
      trouble: () => engine.trouble(),
      async close() {
        await sweeper.stop();
        await close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

type PatientDatabase = Pick<OpenDatabase, 'mongo' | 'db' | 'close'>;

/** Creates no indexes, and limits no operation; `null` when there is no database yet. */
export async function openDatabaseUnchanged(
  settings: Pick<Settings, 'mongodbUri' | 'dataDir'>,
  log: Log,
): Promise<PatientDatabase | null> {
  const { mongodbUri, dataDir } = settings;
  const isThere = mongodbUri !== null || existsSync(path.join(dataDir, 'mongodb'));
  return isThere ? openDatabasePatiently(settings, log) : null;
}

/** Like `openDatabaseUnchanged`, but makes the embedded database when there is none. */
export async function openDatabasePatiently(
  { mongodbUri, dataDir }: Pick<Settings, 'mongodbUri' | 'dataDir'>,
  log: Log,
): Promise<PatientDatabase> {
  if (mongodbUri !== null) return connectDatabase({ uri: mongodbUri, log, patient: true });
  const { findRunningEngine } = await import('../development/embedded-database/running-engine.ts');
  const uri = await findRunningEngine(dataDir);
  if (uri !== null) return connectDatabase({ uri, log, patient: true });
  const { startEmbeddedDatabase } =
    await import('../development/embedded-database/start-embedded-database.ts');
  const engine = await startEmbeddedDatabase({ directory: dataDir, log });
  const { mongo, db, close } = await connectDatabase({ uri: engine.uri, log, patient: true });
  return { mongo, db, close: () => close().then(() => engine.close()) };
}

async function checkFiles(engine: EmbeddedDatabase, dataDir: string, log: Log): Promise<void> {
  const { readEveryCollection } = await import('../development/embedded-database/damaged-database.ts');
  const { db, close } = await connectDatabase({ uri: engine.uri, log });
  const pid = engine.pid();
  try {
    await readEveryCollection(db, path.join(dataDir, 'mongodb'), () => engine.pid() === pid);
  } finally {
    await close();
  }
}

/** Uses a separate connection, because an index over many documents takes longer than a request may. */
async function makeIndexes(uri: string, ownFields: readonly OwnField[], log: Log): Promise<void> {
  const { db, close } = await connectDatabase({ uri, log, patient: true });
  try {
    const collections = collectionsOf(db);
    await requireNoUnfinishedRestore(collections);
    await ensureIndexes(collections, ownFields);
  } finally {
    await close();
  }
}
