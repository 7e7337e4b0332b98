import type { Db, MongoClient, MongoClientOptions, TopologyDescription } from 'mongodb';
import type { Logger } from 'pino';
import { DATABASE_TIMEOUT_MS } from '../../shared/limits.ts';
import { BoundedClient } from './bounded-client.ts';
import { createWriteConcern } from './write-concern.ts';

const DEFAULT_DATABASE = 'foyer';
/** How soon a database that went away or came back is noticed. */
const HEARTBEAT_MS = 500;
/** A server that hangs (one that is gone refuses at once) is noticed after a heartbeat and this long. Commands wait no longer either. */
const SILENCE_TIMEOUT_MS = 2000;

export interface ConnectOptions {
  readonly uri: string;
  /** Default: the name in the URI's path, else `foyer`. */
  readonly databaseName?: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Lets one operation take as long as it needs (making an index over many documents); connecting stays bounded. */
  readonly patient?: boolean;
}

export interface DatabaseConnection {
  readonly client: MongoClient;
  readonly db: Db;
  close(): Promise<void>;
}

/** The database could not be used at start. The message names hosts and never holds credentials. */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
}

function clientOptions(patient: boolean): Omit<MongoClientOptions, 'writeConcern'> {
  return {
    appName: 'foyer',
    // The driver leaves these out by itself on a standalone server, which has none (the embedded engine is one).
    retryWrites: true,
    retryReads: true,
    // Each part of an operation; how long a request waits for all of its operations is bounded by `request-budget.ts`.
    serverSelectionTimeoutMS: DATABASE_TIMEOUT_MS,
    connectTimeoutMS: SILENCE_TIMEOUT_MS,
    waitQueueTimeoutMS: DATABASE_TIMEOUT_MS,
    socketTimeoutMS: patient ? 0 : SILENCE_TIMEOUT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
  };
}

/**
 * Connects and makes sure that the database answers.
 * @throws DatabaseConnectionError when the URI cannot be read, no server answers, or it refuses the credentials
 */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnection> {
  const client = createClient(options.uri, options.patient ?? false);
  const db = client.db(options.databaseName ?? databaseNameOf(options.uri) ?? DEFAULT_DATABASE);
  try {
    await client.connect();
    await db.command({ ping: 1 });
  } catch (error) {
    await client.close();
    throw new DatabaseConnectionError(
      `The database at ${hostsOf(client)} does not answer (${withoutCredentials(error, options.uri)}). Is it running, and is ` +
        'MONGODB_URI right?',
    );
  }
  reportAvailability(client, options.log);
  return { client, db, close: () => client.close() };
}

function createClient(uri: string, patient: boolean): MongoClient {
  const writeConcern = createWriteConcern(patient ? null : SILENCE_TIMEOUT_MS);
  try {
    const client = new BoundedClient(uri, { ...clientOptions(patient), writeConcern: writeConcern.settings });
    writeConcern.follow(client);
    return client;
  } catch (error) {
    throw new DatabaseConnectionError(
      `MONGODB_URI is not a MongoDB connection string: ${withoutCredentials(error, uri)}`,
    );
  }
}

/** The driver's own answer is `test` when the URI names none. */
function databaseNameOf(uri: string): string | null {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? null : decodeURIComponent(name);
}

function hostsOf(client: MongoClient): string {
  return client.options.srvHost ?? client.options.hosts.map(String).join(', ');
}

/** Parse errors quote the whole URI, password included. */
function withoutCredentials(error: unknown, uri: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(uri, 'the given text').replaceAll(/\/\/[^/\s]*@/g, '//');
}

/** One line in the log when the database goes away, one when it is back. */
function reportAvailability(client: MongoClient, log: ConnectOptions['log']): void {
  const usable = (topology: TopologyDescription): boolean =>
    [...topology.servers.values()].some((server) => server.isWritable);
  let away = false;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const nowAway = !usable(newDescription);
    if (nowAway === away) return;
    away = nowAway;
    if (away) log.warn('the database is away');
    else log.info('the database is back');
  });
}
