import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { uniqueName } from '../run/unique-name.ts';

/** The database of a server process that a test starts. */
export interface ProcessDatabase {
  /** The settings with which the process finds the database. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its URI, when the process is ready. The path is the database's name. */
  uri(): Promise<string>;
  /** Removes the database, after the process has ended. */
  remove(): Promise<void>;
}

/** The database server of the tests. With `undefined`, they start the embedded engine. */
const GIVEN = process.env['MONGODB_URI'] || undefined;

/** Tests that need the embedded engine are skipped without it. Their names end with "(embedded engine only)". */
export const USES_EMBEDDED_ENGINE = GIVEN === undefined;

/**
 * With `MONGODB_URI`: a new database on that server. Without it: the database of the embedded engine that the process starts in its data
 * directory.
 */
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

/** The engine keeps a link in its data directory that leads to the socket's folder. */
async function embeddedDatabaseIn(dataDirectory: string): Promise<string> {
  const links = join(dataDirectory, 'engine/temporary');
  const [name] = await readdir(links);
  if (name === undefined) throw new Error('The embedded engine does not run.');
  const socket = join(await readlink(join(links, name)), 'mongodb.sock');
  return `mongodb://${encodeURIComponent(socket)}/foyer?directConnection=true`;
}

/** The same server with another database in the path. */
export function withDatabaseName(uri: string, name: string): string {
  const [, server, path, query] = /^([^:]+:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri) ?? [];
  if (server === undefined) throw new Error('The connection string names no server.');
  const options = new URLSearchParams(query);
  // By default, the driver authenticates the user against the database in the path.
  if (server.includes('@') && path && !options.has('authSource')) options.set('authSource', path);
  return `${server}/${name}${options.size > 0 ? `?${options.toString()}` : ''}`;
}
