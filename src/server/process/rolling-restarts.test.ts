// @module-tag all
import { Agent, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/database/database.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { reportFigures, rounds } from '../../testing/faults/fault-rounds.ts';
import { startServerProcess, type ServerProcess } from '../../testing/faults/server-process.ts';
import { Balancer } from '../../testing/operations/balancer.ts';

const REQUESTS = rounds(3000, 20_000);
const PROCESSES = 2;
const RESTARTS = rounds(1, 20);
const CLIENTS = 12;
/** Other requests use an open connection. */
const NEW_CONNECTION_EVERY = 4;
const ASK_EVERY_MS = 100;
/** The default of production. A busy machine needs most of it. */
const SHUTDOWN_DELAY_S = 5;

/** Resolves after the whole answer. */
function send(options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(options.method === 'POST' ? '{}' : undefined);
  });
}

const PATIENCE = { timeout: 60_000 };
const ASKED: readonly RequestOptions[] = [
  { path: '/trpc/session.get' },
  { path: '/.well-known/foyer-configuration' },
  { path: '/trpc/session.signOut', method: 'POST', headers: { 'content-type': 'application/json' } },
];

it(
  `loses none of ${REQUESTS} requests while processes are restarted one after the other`,
  { timeout: rounds(120_000, 1_800_000) },
  async () => {
    await using database = await createTestDatabase();
    const folder = folderOfTest();
    const firstPort = await freePorts(4);
    const balancer = new Balancer(ASK_EVERY_MS);
    const running: { port: number; server: ServerProcess }[] = [];
    onTestFinished(async () => {
      await Promise.all(running.map(({ server }) => server.kill(false)));
    });
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const ports = Array.from({ length: 2 * PROCESSES }, (_, n) => firstPort + n);
    const asking = Promise.all(ports.map((port) => balancer.ask(port, over.signal)));
    const start = async (port: number) => {
      const settings = {
        DEMO: 'off',
        LOG_LEVEL: 'fatal',
        AUTH_SECRET: 'a secret for tests alone, long enough to be one',
        MONGODB_URI: withDatabaseName(testDatabaseUri(), database.db.databaseName),
        APP_ORIGIN: `http://localhost:${firstPort}`,
        COOKIE_PREFIX: 'foyer',
        SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_S),
      };
      running.push({ port, server: await startServerProcess({ folder, port, settings }) });
      await expect.poll(() => balancer.isReady(port), PATIENCE).toBe(true);
    };

    // As with a balancer of connections, only new connections reach another process.
    const keptConnections = new Agent({ keepAlive: true, maxSockets: CLIENTS, scheduling: 'fifo' });
    const newConnections = new Agent({ keepAlive: false });
    for (const agent of [keptConnections, newConnections]) {
      agent.createConnection = () => connect({ port: balancer.next(), host: 'localhost' });
      onTestFinished(() => agent.destroy());
    }
    const figures = { requests: 0, lost: 0, restarts: 0 };
    const lost: string[] = [];
    const restarted = new AbortController();
    const client = async () => {
      while (!restarted.signal.aborted || figures.requests < REQUESTS) {
        const n = figures.requests++;
        const agent = n % NEW_CONNECTION_EVERY === 0 ? newConnections : keptConnections;
        const options = { ...ASKED[n % ASKED.length], agent, host: 'localhost', port: firstPort };
        const status = await send(options).catch((error: Error) => error.message);
        if (status !== 200) lost.push(`${options.path}: ${status}`);
        // After enough requests, the restart may still run, so fewer requests follow.
        if (figures.requests >= REQUESTS) await sleep(20);
      }
    };

    await Promise.all(Array.from({ length: PROCESSES }, (_, n) => start(firstPort + n)));
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    for (; figures.restarts < RESTARTS; figures.restarts++) {
      const oldest = running[0];
      if (!oldest) throw new Error('no process runs');
      // The new process starts while the old one drains.
      const started = start(oldest.port + (oldest.port < firstPort + PROCESSES ? PROCESSES : -PROCESSES));
      expect(await oldest.server.stop()).toBe(0);
      running.shift();
      await started;
      // Spreads the restarts over the requests.
      while (figures.requests < (REQUESTS / RESTARTS) * figures.restarts) await sleep(ASK_EVERY_MS);
    }
    restarted.abort();
    await clients;
    over.abort();
    await asking;

    figures.lost = lost.length;
    reportFigures('rolling restarts', figures);
    expect(lost).toEqual([]);
    expect(figures.requests).toBeGreaterThanOrEqual(REQUESTS);
  },
);
