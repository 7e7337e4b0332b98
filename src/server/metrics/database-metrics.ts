import type { ConnectionCheckedInEvent, ConnectionCheckedOutEvent, MongoClient } from 'mongodb';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isUsable } from '../database/connect.ts';
import { addGauge, addValue } from './gauges.ts';

/** Seconds, from OpenTelemetry's conventions for databases. */
const COMMAND_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
/** Sent by Foyer and its libraries. */
const COMMANDS: ReadonlySet<string> = new Set([
  'aggregate',
  'bulkWrite',
  'count',
  'delete',
  'distinct',
  'endSessions',
  'find',
  'findAndModify',
  'getMore',
  'insert',
  'killCursors',
  'listIndexes',
  'ping',
  'update',
]);

/**
 * Call it before `mongo` connects. Only a `MongoClient` with `monitorCommands` reports commands by name.
 * The driver always reports the use of connections, which shows how long the database takes.
 */
export function watchDatabase(registry: Registry, mongo: MongoClient): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'How long commands to the database took, in whole milliseconds.',
    labelNames: ['db_operation_name'] as const,
    buckets: COMMAND_BUCKETS,
    registers,
  });
  const failed = new Counter({
    name: 'foyer_database_command_failures_total',
    help: 'Commands that the database refused, or that got no answer. A refused insert of what is there already is one, too.',
    labelNames: ['db_operation_name'] as const,
    registers,
  });
  const nameOf = (command: string) => (COMMANDS.has(command) ? command : 'other');
  mongo.on('commandSucceeded', ({ commandName, duration }) =>
    durations.observe({ db_operation_name: nameOf(commandName) }, duration / 1000),
  );
  mongo.on('commandFailed', ({ commandName, duration }) => {
    durations.observe({ db_operation_name: nameOf(commandName) }, duration / 1000);
    failed.inc({ db_operation_name: nameOf(commandName) });
  });

  // A failover may be over before the next scrape.
  const losses = new Counter({
    name: 'foyer_database_losses_total',
    help: 'How often the process lost the server that takes writes.',
    registers,
  });
  let isConnected = true;
  mongo.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
    isConnected = isUsable(newDescription);
    if (isUsable(previousDescription) && !isConnected) losses.inc();
  });
  const connected = '1 while a server of the database takes writes, otherwise 0.';
  addValue(registry, 'foyer_database_connected', connected, () => (isConnected ? 1 : 0));
  watchPool(registry, mongo);
}

function watchPool(registry: Registry, mongo: MongoClient): void {
  const useTimes = new Histogram({
    name: 'db_client_connection_use_time_seconds',
    help: 'How long a connection to the database was in use, mostly for one command.',
    buckets: COMMAND_BUCKETS,
    registers: [registry],
  });
  const takenAt = new Map<string, number>();
  let open = 0;
  let waiting = 0;
  mongo.on('connectionCreated', () => open++);
  mongo.on('connectionClosed', () => open--);
  mongo.on('connectionCheckOutStarted', () => waiting++);
  mongo.on('connectionCheckOutFailed', () => waiting--);
  mongo.on('connectionCheckedOut', (event) => {
    waiting--;
    takenAt.set(keyOf(event), performance.now());
  });
  mongo.on('connectionCheckedIn', (event) => {
    const since = takenAt.get(keyOf(event));
    takenAt.delete(keyOf(event));
    if (since !== undefined) useTimes.observe((performance.now() - since) / 1000);
  });

  addGauge(registry, {
    name: 'db_client_connection_count',
    help: 'Connections to the database.',
    labelNames: ['db_client_connection_state'] as const,
    collect() {
      this.set({ db_client_connection_state: 'idle' }, Math.max(0, open - takenAt.size));
      this.set({ db_client_connection_state: 'used' }, takenAt.size);
    },
  });
  const pending = 'Commands that wait for a free connection to the database.';
  addValue(registry, 'db_client_connection_pending_requests', pending, () => waiting);
}

/** Each server of a replica set numbers its own connections. */
function keyOf(event: ConnectionCheckedOutEvent | ConnectionCheckedInEvent): string {
  return `${event.address} ${event.connectionId}`;
}
