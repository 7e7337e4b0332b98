// @module-tag all
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { searchKeyOf } from '../../server/database/search-key.ts';
import { MIGRATIONS } from '../../server/database/migrations/list.ts';
import { createTestDatabase } from '../app/database.ts';
import { freePorts } from '../app/free-ports.ts';
import { withDatabaseName } from '../app/process-database.ts';
import { serverProgram } from '../app/server-program.ts';
import { reportFigures } from '../faults/fault-rounds.ts';
import { startServerProcess, type ServerProcess } from '../faults/server-process.ts';
import { copyPerson } from './copy-person.ts';
import { DUMPS, readDump, restoreDump } from './dump.ts';
import { checkOut, hasCommit } from './earlier-version.ts';
import type { BalancedProcess } from './load.ts';
import { startLoad } from './upgrade-load.ts';

/** The last commit without OAuth clients. `UPGRADE_FROM` names other commits, with commas. */
const BEFORE_OAUTH_CLIENTS = '25d91fb5';
const PEOPLE = 3;
const VISITS = 9;

const dumps = await Promise.all(
  (await readdir(DUMPS)).toSorted().map((file) => readDump(new URL(file, DUMPS))),
);
const commits = process.env['UPGRADE_FROM']?.split(',') ?? [
  ...dumps.map(({ commit }) => commit),
  BEFORE_OAUTH_CLIENTS,
];

/**
 * The procedure of docs/guides/backup-and-upgrade.md with real processes: two of an earlier commit, which are replaced one after the other by two of this one, then
 * the way back, then the upgrade once more.
 */
describe.each(commits)('an upgrade from %s', (commit) => {
  it('and back loses no session and no request', { timeout: 600_000 }, async ({ skip }) => {
    if (!(await hasCommit(commit))) skip(`the history lacks ${commit}; \`git fetch --unshallow\` fetches it`);
    const [dump] = dumps;
    if (!dump) throw new Error('there is no dump');
    await using database = await createTestDatabase();
    await restoreDump(database.db, dump);
    const people = await copyPerson(database.db, 'password@example.test', PEOPLE);
    await using earlier = await checkOut(commit);
    const uri = withDatabaseName(database.uri, database.db.databaseName);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-upgrade-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const origin = `http://localhost:${await freePorts(1)}`;
    const settings = {
      MONGODB_URI: uri,
      AUTH_SECRET: dump.authSecret,
      APP_ORIGIN: origin,
      DEMO: 'off',
      COOKIE_PREFIX: 'foyer',
    };
    const running = new Set<ServerProcess>();
    onTestFinished(async () => {
      await Promise.all([...running].map((server) => server.stop()));
    });

    await using load = startLoad(database.db, {
      origin,
      people,
      password: dump.people['password']?.['password'] ?? '',
    });
    const start = async (
      program?: readonly string[],
    ): Promise<BalancedProcess & { server: ServerProcess }> => {
      const port = await freePorts(1);
      const server = await startServerProcess({ folder, port, settings, ...(program ? { program } : {}) });
      running.add(server);
      const started = { port, server };
      load.add(started);
      return started;
    };
    const end = async (process: BalancedProcess & { server: ServerProcess }) => {
      await load.remove(process);
      await process.server.stop();
      running.delete(process.server);
    };
    const checkDatabase = async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        serverProgram('commands/check-database-main'),
        { cwd: folder, env: { PATH: process.env['PATH'], ...settings } },
      );
      return stdout;
    };

    const [oldOne, oldTwo] = [await start(earlier.program), await start(earlier.program)];
    await load.play(VISITS);

    expect(await checkDatabase()).toContain('This version can start on this database.');
    const newOne = await start();
    await load.play(VISITS);
    await end(oldOne);
    const newTwo = await start();
    await load.play(VISITS);
    await end(oldTwo);
    await load.play(VISITS);

    // The way back.
    const oldThree = await start(earlier.program);
    await load.play(VISITS);
    await Promise.all([end(newOne), end(newTwo)]);
    await load.play(VISITS);

    // The second upgrade. Versions before 2026-11-23 do not ask for the migrations again (decision 058), so the operator does.
    await database.db.collection<{ _id: number }>('migrations').updateMany({}, { $set: { doneAt: null } });
    const newThree = await start();
    await load.play(VISITS);
    await end(oldThree);
    await load.play(VISITS);
    await expect
      .poll(() => database.db.collection('migrations').countDocuments({ doneAt: { $ne: null } }))
      .toBe(MIGRATIONS.length);
    const figures = await load.stop();
    expect(load.faults).toEqual([]);
    expect(newThree.server.output()).toContain('database migration done');
    expect(await checkDatabase()).toBe('This version can start on this database.\n');
    const stored = await database.db
      .collection('users')
      .find({ email: { $in: people } })
      .toArray();
    expect(stored.map(({ email, name }) => [email, name])).toEqual(
      expect.arrayContaining([...load.names].map(([email, name]) => [email, name])),
    );
    expect(stored.filter(({ name, nameKey }) => nameKey !== searchKeyOf(name as string))).toHaveLength(0);
    reportFigures(`upgrade from ${commit.slice(0, 8)} and back`, { ...figures });
  });
});
