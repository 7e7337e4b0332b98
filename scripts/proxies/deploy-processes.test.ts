// @module-tag all
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startMailSink } from '../../bench/parts/mail-sink.ts';
import { createTestDatabase } from '../../src/testing/database/database.ts';
import { testDatabaseUri } from '../../src/testing/database/uri.ts';
import { freePorts } from '../../src/testing/run/free-ports.ts';
import { listen } from '../../src/testing/run/listen.ts';
import { folderOfTest } from '../../src/testing/run/temporary-folder.ts';
import { withDatabaseName } from '../../src/testing/database/process-database.ts';
import { startServerProcess } from '../../src/testing/faults/server-process.ts';
import { environmentOfGuide, filledIn, FOYERS, namesOf, readDeployed, serviceOf } from './deploy-files.ts';
import { BROWSER, call, cookieOf, send } from './send-through.ts';
import { canTest, startCaddy } from './start-proxy.ts';

// The part of `deploy` that runs without Docker: Foyer's two processes and Caddy.

// Only a build runs in production. CI has one.
const canStart = inject('isBuilt') === true;
if (!canStart && process.env['REQUIRE_PROXIES']) throw new Error('There is no build of the present sources.');

describe.runIf(canStart && canTest('caddy'))('the two processes of deploy, behind its Caddyfile', () => {
  it('carry a sign-in, also when one of them ends', async () => {
    const deployed = await startDeployed();
    const { first, second, proxy } = deployed;
    const cookie = await signIn(deployed);
    const listSessions = async () => {
      const { status, text: list } = await send(proxy, { path: '/trpc/session.list', cookie });
      expect([status, list]).toEqual([200, expect.stringContaining(BROWSER)]);
    };
    await listSessions();

    for (const { port, metricsPort } of [first, second]) {
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      expect(await metrics.text()).toContain('foyer_database_connected 1');
      expect(await isHealthy(port)).toBe(true);
    }
    expect((await send(proxy, { path: '/metrics' })).status).toBe(404);

    if (process.env['REQUIRE_PROXIES']) {
      // Caddy has SHUTDOWN_DELAY to notice.
      const over = new AbortController();
      const ended = first.server.stop().finally(() => over.abort());
      while (!over.signal.aborted) await listSessions();
      expect(await ended).toBe(0);
    } else await first.server.kill(false);
    expect(await isHealthy(first.port)).toBe(false);
    for (let round = 0; round < 8; round++) await listSessions();
  });
});

describe.runIf(canTest('caddy'))('the Caddyfile of deploy', () => {
  it('passes requests on to processes that are not ready while none is, because their answer says when to try again', async () => {
    const firstPort = await freePorts(4);
    const probes = [0, 0];
    for (const index of probes.keys()) {
      const { close } = await listen(
        (req, res) => {
          if (req.url === '/readyz') probes[index] = (probes[index] ?? 0) + 1;
          res.writeHead(503, { 'retry-after': '2' });
          req.pipe(res);
        },
        { port: firstPort + 2 * index },
      );
      onTestFinished(close);
    }
    const configuration = await caddyfileFor(await environmentOfGuide(), firstPort);
    expect(configuration).toContain('health_interval 2s');
    const proxy = await startCaddy(configuration.replace('health_interval 2s', 'health_interval 50ms'), 0);
    // Caddy has noted the answer to one probe when it sends the next one.
    await expect.poll(() => Math.min(...probes)).toBeGreaterThan(2);

    const body = '{"email":"ada@example.test"}';
    const { status, headers, text } = await send(proxy, { path: '/trpc/session.requestLink', body });
    expect([status, headers['retry-after'], text]).toEqual([503, '2', body]);
  });
});

/** Starts the processes with the database of the tests and with ports of this machine. */
async function startDeployed() {
  const values = await environmentOfGuide();
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const mails = await startMailSink();
  onTestFinished(() => mails.close());
  const folder = folderOfTest();
  // Each process has a port for Foyer and one for metrics.
  const firstPort = await freePorts(4);
  const start = async ([, { environment }]: (typeof FOYERS)[number], index: number) => {
    const port = firstPort + 2 * index;
    const metricsPort = port + 1;
    const settings = {
      ...filledIn(environment, values),
      METRICS_PORT: String(metricsPort),
      MONGODB_URI: withDatabaseName(testDatabaseUri(), database.db.databaseName),
      SMTP_URL: mails.url,
    };
    const server = await startServerProcess({ folder, port, settings });
    onTestFinished(() => server.kill(false));
    return { port, metricsPort, server };
  };
  const [first, second] = await Promise.all(FOYERS.map(start));
  const proxy = await startCaddy(await caddyfileFor(values, firstPort), 0);
  if (!first || !second) throw new Error('There are fewer than two processes.');
  return { first, second, proxy, mails };
}

/** The Caddyfile for processes at `firstPort` and two ports above it. */
async function caddyfileFor(values: Readonly<Record<string, string>>, firstPort: number): Promise<string> {
  let configuration = (await readDeployed('Caddyfile')).replaceAll(
    '{$FOYER_HOST}',
    values['FOYER_HOST'] ?? '',
  );
  for (const [index, name] of namesOf(FOYERS).entries()) {
    expect(configuration).toContain(`${name}:3000`);
    configuration = configuration.replaceAll(`${name}:3000`, `127.0.0.1:${firstPort + 2 * index}`);
  }
  return configuration;
}

async function signIn({ proxy, mails }: Awaited<ReturnType<typeof startDeployed>>): Promise<string> {
  const email = 'ada@example.test';
  const mailed = mails.codeTo(email);
  const cookie = cookieOf(await call(proxy, 'session.requestLink', { email }));
  const input = { email, code: await mailed };
  return cookieOf(await call(proxy, 'session.signInWithCode', input, { cookie }));
}

function isHealthy(port: number): Promise<boolean> {
  const [, program, ...options] = serviceOf('foyer-1').healthcheck?.test ?? [];
  expect(program).toBe('node');
  const args = options.map((option) => option.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
  return promisify(execFile)(process.execPath, args).then(
    () => true,
    () => false,
  );
}
