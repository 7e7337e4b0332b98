import type { Db, MongoClient, MongoClientOptions, TopologyDescription } from 'mongodb';
import type { Log } from '../log/log-lines.ts';
import { DATABASE_TIMEOUT_MS } from '../../shared/limits.ts';
import { BoundedClient } from './bounded-client.ts';
import { createWriteConcern } from './write-concern.ts';

const DEFAULT_DATABASE = 'foyer';
/** How fast the driver notices a lost or restored database. */
const HEARTBEAT_MS = 500;
/** A server that hangs is noticed after one heartbeat plus this time. A stopped one refuses at once. */
const SILENCE_TIMEOUT_MS = 2000;
/** `available` answers documents that their shard no longer owns. The others are for single commands. */
const READ_CONCERNS: ReadonlySet<string> = new Set(['local', 'majority']);
/** `?name=value&…`, as it ends a URI. A value, such as a path, may have an @. */
const OPTIONS = /\?(?:[A-Za-z]+=[^&?]*(?:&|$))+$/;

export interface ConnectOptions {
  readonly uri: string;
  /** Default: the name in the URI's path, else `foyer`. */
  readonly databaseName?: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Sets no limit for one operation, such as building an index. Connecting stays bounded. */
  readonly patient?: boolean;
  /** Milliseconds for a heartbeat, a command or a free connection. For tests on a busy machine. */
  readonly answerWithinMs?: number;
  /** Called before it connects. */
  readonly watch?: ((mongo: MongoClient) => void) | undefined;
  /** Costs about 14 us for each command. */
  readonly monitorCommands?: boolean | undefined;
  /** `false`: a crash can lose a write. For databases of tests. Default: `true`. */
  readonly journal?: boolean;
}

export interface DatabaseConnection {
  readonly mongo: MongoClient;
  readonly db: Db;
  close(): Promise<void>;
}

/** The database could not be used at the start. The message names hosts, never credentials. */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
}

function clientOptions({
  patient = false,
  answerWithinMs,
  monitorCommands,
}: ConnectOptions): Omit<MongoClientOptions, 'writeConcern'> {
  return {
    appName: 'foyer',
    // The driver disables both on a standalone server, such as the embedded engine.
    retryWrites: true,
    retryReads: true,
    // These bound each part of an operation, `request-budget.ts` the sum for a request.
    serverSelectionTimeoutMS: answerWithinMs ?? DATABASE_TIMEOUT_MS,
    connectTimeoutMS: answerWithinMs ?? SILENCE_TIMEOUT_MS,
    waitQueueTimeoutMS: answerWithinMs ?? DATABASE_TIMEOUT_MS,
    socketTimeoutMS: patient ? 0 : (answerWithinMs ?? SILENCE_TIMEOUT_MS),
    heartbeatFrequencyMS: HEARTBEAT_MS,
    // Tests set it by the URI, which these options would override.
    ...(monitorCommands ? { monitorCommands } : {}),
  };
}

/** Throws `DatabaseConnectionError`: invalid URI, no answer, or refused credentials. */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnection> {
  const mongo = createClient(options);
  const db = mongo.db(options.databaseName ?? databaseNameOf(options.uri) ?? DEFAULT_DATABASE);
  try {
    await mongo.connect();
    await db.command({ ping: 1 });
  } catch (error) {
    await mongo.close();
    throw new DatabaseConnectionError(
      `The database at ${hostsOf(mongo)} does not answer (${withoutCredentials(error, options.uri)}). Is it running, and is ` +
        'MONGODB_URI right?',
    );
  }
  reportAvailability(mongo, options.log);
  return { mongo, db, close: () => mongo.close() };
}

function createClient(options: ConnectOptions): MongoClient {
  const { uri, patient = false, journal = true } = options;
  // The driver would take the rest of such a password for the host, and errors name the host.
  if (uri.replace(OPTIONS, '').split('@').length > 2)
    throw new DatabaseConnectionError(
      'MONGODB_URI has more than one @. Write each @ of the user name and the password as %40.',
    );
  const writeConcern = createWriteConcern(patient ? null : SILENCE_TIMEOUT_MS, journal);
  const mongo = parseUri();
  // The driver prefers these options to `w` of the URI, but not to `j`, another name of `journal`.
  if (mongo.options.writeConcern.journal !== journal)
    throw new DatabaseConnectionError('MONGODB_URI turns the journal off. Leave out journal, j and fsync.');
  requireReadsOfPrimary(mongo);
  writeConcern.follow(mongo);
  options.watch?.(mongo);
  return mongo;

  function parseUri(): MongoClient {
    try {
      return new BoundedClient(uri, { ...clientOptions(options), writeConcern: writeConcern.settings });
    } catch (error) {
      throw new DatabaseConnectionError(
        `MONGODB_URI is not a MongoDB connection string: ${withoutCredentials(error, uri)}`,
      );
    }
  }
}

/** A secondary lags behind, so it would still show a session that has ended. */
function requireReadsOfPrimary({ readPreference, readConcern }: MongoClient): void {
  if (readPreference.mode !== 'primary')
    throw new DatabaseConnectionError('MONGODB_URI asks for reads of secondaries. Leave out readPreference.');
  if (readConcern && !READ_CONCERNS.has(readConcern.level))
    throw new DatabaseConnectionError(
      `MONGODB_URI has the read concern ${readConcern.level}. Leave out readConcernLevel.`,
    );
}

/** Without a name in the URI the driver would use `test`. */
function databaseNameOf(uri: string): string | null {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? null : decodeURIComponent(name);
}

function hostsOf(mongo: MongoClient): string {
  return mongo.options.srvHost ?? mongo.options.hosts.map(String).join(', ');
}

/** Parse errors quote the whole URI with its password. */
function withoutCredentials(error: unknown, uri: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(uri, 'the given text').replaceAll(/\/\/[^/\s]*@/g, '//');
}

export function isUsable({ servers }: TopologyDescription): boolean {
  return [...servers.values()].some(({ isWritable }) => isWritable);
}

function reportAvailability(mongo: MongoClient, log: ConnectOptions['log']): void {
  let isUnavailable = false;
  mongo.on('topologyDescriptionChanged', ({ newDescription }) => {
    const isNowUnavailable = !isUsable(newDescription);
    if (isNowUnavailable === isUnavailable) return;
    isUnavailable = isNowUnavailable;
    if (isUnavailable) log.warn({}, 'the database is unavailable');
    else log.info({}, 'the database is available again');
  });
}
