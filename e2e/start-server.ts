import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';
import { announceServer } from './server-under-test.ts';

const READY_WITHIN_MS = 60_000;
const END_WITHIN_MS = 15_000;
/** Characters of its log that a server that did not start is quoted with. */
const LOG_SHOWN = 4000;
/** The app, and the three demo providers beside it. */
const PORTS_IN_A_ROW = 4;

/**
 * Starts the built app as a newcomer would, with nothing set but where to listen and where to keep its data, and ends it
 * after the last test. Its log is kept as `server.log` in the output folder.
 */
export default async function startServer(config: FullConfig): Promise<() => Promise<void>> {
  const top = config.configFile ? join(config.configFile, '..') : process.cwd();
  const results = config.projects[0]?.outputDir ?? join(top, 'test-results');
  const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
  const dataDir = join(folder, 'data');
  const port = await freePorts();
  const origin = `http://localhost:${port}`;
  await mkdir(results, { recursive: true });
  const logFile = join(results, 'server.log');
  const log = createWriteStream(logFile);

  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(top, 'dist/server/main.js')], {
    // Not the project's folder: a developer's .env must not decide what is tested.
    cwd: folder,
    env: { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const end = async () => {
    await endProcess(child);
    await finished(log.end());
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, origin);
  } catch (cause) {
    await end();
    const said = await readFile(logFile, 'utf8');
    throw new Error(`The server did not start. It said:\n${said.slice(-LOG_SHOWN)}`, { cause });
  }
  announceServer({ origin, dataDir });
  return end;
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error('The process ended.');
    }
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`/readyz did not answer 200 within ${READY_WITHIN_MS / 1000} s.`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await ended;
  clearTimeout(limit);
  // The teardown of a server that ignores SIGTERM is a fault of the product, not of the test.
  if (child.signalCode === 'SIGKILL') throw new Error('The server did not end on SIGTERM.');
}

/** The first of a few consecutive ports of which none is taken. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(Array.from({ length: PORTS_IN_A_ROW }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
  throw new Error('No free ports.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
