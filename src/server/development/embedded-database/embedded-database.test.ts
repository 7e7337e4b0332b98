import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MongoServerError } from 'mongodb';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../database/connect.ts';
import { isRunning } from '../../../testing/database/engine-pid.ts';
import { USES_EMBEDDED_ENGINE } from '../../../testing/database/process-database.ts';
import { LIBRARY_CACHE as libraryCache } from '../../../testing/database/server.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { fromText, serverModule } from '../../../testing/run/server-program.ts';
import { folderOfTest } from '../../../testing/run/temporary-folder.ts';
import type * as StartEmbeddedDatabase from './start-embedded-database.ts';
import type { EmbeddedDatabase } from './start-embedded-database.ts';

// The engine's process starts much faster from the build than from the sources.
const MODULE = serverModule('development/embedded-database/start-embedded-database');
const { startEmbeddedDatabase } = (await import(MODULE)) as typeof StartEmbeddedDatabase;
const log = pino({ level: 'silent' });
const PATIENCE = { timeout: 30_000, interval: 50 };

describe.runIf(USES_EMBEDDED_ENGINE)('the embedded database (embedded engine only)', () => {
  let directory: string;
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(() => {
    directory = folderOfTest();
  });
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });

  async function start(options: { longestPauseMs?: number; directory?: string } = {}) {
    const engine = await startEmbeddedDatabase({ directory, log, libraryCache, ...options });
    opened.push(engine);
    return engine;
  }

  async function connect(engine: EmbeddedDatabase): Promise<DatabaseConnection> {
    const connection = await connectDatabase({ uri: engine.uri, log });
    opened.push(connection);
    return connection;
  }

  async function temporaryDirectory(): Promise<string> {
    const reminders = path.join(directory, 'engine/temporary');
    const [name = ''] = await readdir(reminders);
    return readlink(path.join(reminders, name));
  }

  it('keeps its data after a restart, and leaves no process and no temporary directory', async () => {
    const first = await start();
    const pid = first.pid() ?? 0;
    const temporary = await temporaryDirectory();
    const connection = await connect(first);
    await connection.db.collection('things').insertOne({ name: 'kept' });
    await connection.close();
    await first.close();

    expect(isRunning(pid)).toBe(false);
    expect(existsSync(temporary)).toBe(false);
    expect(await readdir(path.join(directory, 'engine/temporary'))).toEqual([]);

    const { db } = await connect(await start());
    expect(await db.collection('things').countDocuments({ name: 'kept' })).toBe(1);
  });

  it('starts with files that were copied while it was stopped', { tags: 'all' }, async () => {
    const first = await start();
    await (await connect(first)).db.collection('things').insertOne({ name: 'copied' });
    await first.close();
    const copy = path.join(directory, 'copy');
    await cp(path.join(directory, 'mongodb'), path.join(copy, 'mongodb'), { recursive: true });
    const { db } = await connect(await start({ directory: copy }));
    expect(await db.collection('things').countDocuments({ name: 'copied' })).toBe(1);
  });

  it('keeps acknowledged writes and its address after its process was killed', async () => {
    const engine = await start();
    const { db } = await connect(engine);
    const things = db.collection<{ _id: number }>('things');
    const acknowledged: number[] = [];
    let next = 0;
    for (let kill = 0; kill < rounds(1, 5); kill++) {
      const pid = engine.pid() ?? 0;
      const enough = acknowledged.length + 100;
      // Several concurrent writers: one waiting writer could hide that others do not wait.
      const writers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const _id = next++;
          await things.insertOne({ _id });
          acknowledged.push(_id);
        }
      });
      const writing = Promise.allSettled(writers);
      await expect.poll(() => acknowledged.length, { ...PATIENCE, interval: 1 }).toBeGreaterThan(enough);
      process.kill(pid, 'SIGKILL');
      await writing;

      await expect.poll(() => things.findOne().catch(() => null), PATIENCE).not.toBeNull();
      expect(engine.pid()).not.toBe(pid);
      const storedIds = new Set((await things.find().toArray()).map(({ _id }) => _id));
      expect(acknowledged.filter((_id) => !storedIds.has(_id))).toEqual([]);
    }
    const sockets = await readdir(await temporaryDirectory());
    expect(sockets.filter((name) => name.startsWith('embedded-mongodb-'))).toHaveLength(1);
  });

  it('reports why it cannot be restarted, and runs after the repair', { tags: 'all' }, async () => {
    const error = vi.spyOn(log, 'error').mockClear();
    const engine = await start({ longestPauseMs: 100 });
    const { db } = await connect(engine);
    await db.collection('things').insertOne({ name: 'kept' });
    const files = path.join(directory, 'mongodb');
    await rename(files, `${files}-elsewhere`);
    await writeFile(files, '');
    process.kill(engine.pid() ?? 0, 'SIGKILL');

    const reason = 'a file stands where the directory of its files was';
    // More restarts than a person would try.
    const failures = () =>
      error.mock.calls.filter(([fields]) => (fields as { trouble?: string }).trouble === reason);
    await expect.poll(() => failures().length, PATIENCE).toBeGreaterThan(5);
    expect(engine.trouble()).toBe(reason);
    expect(engine.pid()).toBeNull();

    await rm(files);
    await rename(`${files}-elsewhere`, files);
    const count = () => db.collection('things').countDocuments({ name: 'kept' });
    await expect.poll(() => count().catch(() => null), PATIENCE).toBe(1);
    expect(engine.trouble()).toBeNull();
  });

  it('survives the session commands that would crash it, and a second start, which names DATA_DIR', async () => {
    const engine = await start();
    const { db } = await connect(engine);
    const pid = engine.pid();
    for (const command of ['startSession', 'killAllSessions', 'killAllSessionsByPattern', 'killSessions']) {
      await expect(db.admin().command({ [command]: 1 })).rejects.toThrow(MongoServerError);
    }
    await expect(db.admin().command({ refreshSessions: [] })).rejects.toThrow('no such command');
    expect(await db.admin().command({ endSessions: [] })).toEqual({ ok: 1 });

    // A second engine in the same directory.
    await expect(startEmbeddedDatabase({ directory, log, libraryCache })).rejects.toThrow(
      /in use by another running Foyer.*DATA_DIR/,
    );
    expect(await readdir(path.join(directory, 'engine/temporary'))).toHaveLength(1);
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(engine.pid()).toBe(pid);
  });

  describe('after its server was killed', () => {
    let server: ChildProcess;

    /** Stands in for the server: a process that only starts the engine. */
    async function startServer(): Promise<number> {
      const script = `
        import { startEmbeddedDatabase } from ${JSON.stringify(MODULE)};
        const log = { info() {}, warn() {}, error() {} };
        const options = ${JSON.stringify({ directory, libraryCache })};
        process.send((await startEmbeddedDatabase({ ...options, log })).pid());`;
      const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
      server = spawn(process.execPath, fromText(script), { stdio: [...stdio] });
      const [pid] = (await once(server, 'message')) as [number];
      return pid;
    }

    it('ignores the signals of a terminal until then, exits, and removes its temporary directory', async () => {
      const pid = await startServer();
      const temporary = await temporaryDirectory();
      process.kill(pid, 'SIGINT');
      process.kill(pid, 'SIGTERM');
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isRunning(pid)).toBe(true);
      server.kill('SIGKILL');
      await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
      expect(existsSync(temporary)).toBe(false);
    });

    it(
      'leaves a temporary directory when it was killed too, which the next start removes',
      { tags: 'all' },
      async () => {
        const pid = await startServer();
        const temporary = await temporaryDirectory();
        process.kill(server.pid ?? 0, 'SIGSTOP');
        process.kill(pid, 'SIGKILL');
        server.kill('SIGKILL');
        await once(server, 'exit');
        expect(existsSync(temporary)).toBe(true);

        await start();

        expect(existsSync(temporary)).toBe(false);
        expect(await readdir(path.join(directory, 'engine/temporary'))).toHaveLength(1);
      },
    );
  });
});
