import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { USES_EMBEDDED_ENGINE } from '../../testing/database/process-database.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';
import { folderOfFile, folderOfTest } from '../../testing/run/temporary-folder.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { startServerProcess } from '../../testing/faults/server-process.ts';

const kept = folderOfFile();
let port: number;
beforeAll(async () => {
  port = await freePorts(4);
  const server = await startServerProcess({ folder: kept, port, settings: {} });
  await server.stop();
});

/** Starts a server on a damaged copy of the data. */
async function startAfter(damage: (dataDir: string) => Promise<void>) {
  const folder = folderOfTest();
  const dataDir = path.join(folder, 'data');
  await cp(path.join(kept, 'data'), dataDir, { recursive: true });
  await damage(dataDir);
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  return runProgram(serverProgram('main'), settings, folder);
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
      const { stdout, stderr, code } = await startAfter(damage);
      const output = stdout + stderr;
      expect(output).toMatch(words);
      expect(output).not.toMatch(/^ +at |node:internal/m);
      expect(code).toBe(1);
    });
  },
);
