import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { uniqueName } from '../run/unique-name.ts';

/** The database of a server process that a test starts. */
export interface ProcessDatabase {
  readonly settings: Readonly<Record<string, string>>;
  /** The URI when the process is ready. The path is the database's name. */
  uri(): Promise<string>;
  /** Call it after the process has ended. */
  remove(): Promise<void>;
}

/** The tests' server. `undefined`: they start the embedded engine. */
const GIVEN = process.env['MONGODB_URI'] || undefined;

/** Without the embedded engine, tests that need it are skipped; their names say "(embedded engine only)". */
export const USES_EMBEDDED_ENGINE = GIVEN === undefined;

/** A new database on `MONGODB_URI`. Without that, the engine's that the process starts in `dataDirectory`. */
export function databaseOfProcess(dataDirectory: string): ProcessDatabase {
  if (GIVEN === undefined)
    return {
      settings: {},
      uri: () => embeddedDatabaseIn(dataDirectory),
      remove: () => Promise.resolve(),
    };
  const uri = withDatabaseName(GIVEN, `test_${uniqueName()}`);
  return {
    settings: { MONGODB_URI: uri },
    uri: () => Promise.resolve(uri),
    async remove() {
      const mongo = await MongoClient.connect(uri);
      await mongo.db().dropDatabase();
      await mongo.close();
    },
  };
}

/** The engine keeps a link in its data directory to the socket's folder. */
async function embeddedDatabaseIn(dataDirectory: string): Promise<string> {
  const links = join(dataDirectory, 'engine/temporary');
  const [name] = await readdir(links);
  if (name === undefined) throw new Error('The embedded engine does not run.');
  const socket = join(await readlink(join(links, name)), 'mongodb.sock');
  return `mongodb://${encodeURIComponent(socket)}/foyer?directConnection=true`;
}

export function withDatabaseName(uri: string, name: string): string {
  const [, server, path, query] = /^([^:]+:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri) ?? [];
  if (server === undefined) throw new Error('The connection string names no server.');
  const options = new URLSearchParams(query);
  // By default, the driver authenticates against the database in the path.
  if (server.includes('@') && path && !options.has('authSource')) options.set('authSource', path);
  return `${server}/${name}${options.size > 0 ? `?${options.toString()}` : ''}`;
}
