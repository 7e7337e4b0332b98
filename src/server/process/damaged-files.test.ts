import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USES_EMBEDDED_ENGINE } from '../../testing/database/process-database.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { serverProgram } from '../../testing/run/server-program.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { startServerProcess } from '../../testing/faults/server-process.ts';

let kept: string;
let port: number;
beforeAll(async () => {
  kept = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  port = await freePorts(4);
  const server = await startServerProcess({ folder: kept, port, settings: {} });
  await server.stop();
});
afterAll(() => rm(kept, { recursive: true, force: true }));

/** Starts a server on a damaged copy of the data. */
async function startAfter(damage: (dataDir: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  try {
    const dataDir = path.join(folder, 'data');
    await cp(path.join(kept, 'data'), dataDir, { recursive: true });
    await damage(dataDir);
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, serverProgram('main'), {
      cwd: folder,
      env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // It must not start; the assertions report this.
      if (text.includes('Ctrl-C ends it.')) child.kill('SIGTERM');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    return { output, code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function overwrite(file: string): Promise<void> {
  await writeFile(file, Buffer.alloc((await stat(file)).size, 'garbage '));
}

describe.runIf(USES_EMBEDDED_ENGINE)(
  'the server explains the fault and exits with 1 (embedded engine only) for',
  { timeout: 120_000 },
  () => {
    const damages: [string, (dataDir: string) => Promise<void>, RegExp][] = [
      [
        'overwritten collection files',
        async (dataDir) => {
          const files = await readdir(path.join(dataDir, 'mongodb'));
          for (const file of files.filter((name) => name.startsWith('collection-')))
            await overwrite(path.join(dataDir, 'mongodb', file));
        },
        /^The embedded database in \S+mongodb cannot be read: .* collection \w+ .*damaged.*backup/,
      ],
      [
        'a deleted secret beside a database',
        (dataDir) => rm(path.join(dataDir, 'auth-secret')),
        /AUTH_SECRET is not set, and \S+auth-secret is gone although there is a database beside it\. .*back/,
      ],
      [
        'a damaged database file',
        (dataDir) => overwrite(path.join(dataDir, 'mongodb/WiredTiger.turtle')),
        /^The embedded database in \S+mongodb cannot be opened .*damaged.*backup/,
      ],
      [
        'damaged keys of a demo provider',
        (dataDir) => overwrite(path.join(dataDir, 'demo/demo-one.jwks.json')),
        /^\S+demo-one\.jwks\.json is damaged\. Delete it/,
      ],
    ];
    // `npm test` tries one damage of the database, and the secret.
    it.each(damages.slice(0, rounds(2, Infinity)))('%s', async (_what, damage, words) => {
      const { output, code } = await startAfter(damage);
      expect(output).toMatch(words);
      expect(output).not.toMatch(/^ +at |node:internal/m);
      expect(code).toBe(1);
    });
  },
);
