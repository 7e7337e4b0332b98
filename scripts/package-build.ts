import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown, type Plugin } from 'rolldown';

const run = promisify(execFile);
export const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGE = path.join(PROJECT, 'package');
const SOURCES = path.join(PACKAGE, 'src');
/** Imported by name. tRPC's client is bundled, because its peers are for its types alone. */
const DEPENDENCIES = ['jose', 'oauth4webapi', 'react', '@tanstack/react-query', 'next'];

export const ENTRIES = [
  'client',
  'react',
  'server',
  'express',
  'hono',
  'fastify',
  'next',
  'browser',
  'webhooks',
  'config',
  'testing',
] as const;
export type Entry = (typeof ENTRIES)[number];

/** The installing platform chooses one (`imports` in package.json). Only Node can send another `Host`. */
const PLATFORM_MODULES = ['fetch-as-host', 'fetch-as-host-edge'];
const byPlatform: Plugin = {
  name: 'by-platform',
  resolveId: (id, importer) =>
    importer !== undefined && id === './fetch-as-host.ts' ? { id: '#fetch-as-host', external: true } : null,
};

function isDependency(id: string): boolean {
  return isBuiltin(id) || DEPENDENCIES.some((name) => id === name || id.startsWith(`${name}/`));
}

async function bundle(output: string): Promise<void> {
  const input = {
    ...Object.fromEntries(ENTRIES.map((entry) => [entry, path.join(SOURCES, `${entry}.ts`)])),
    ...Object.fromEntries(PLATFORM_MODULES.map((name) => [name, path.join(SOURCES, `server/${name}.ts`)])),
    cli: path.join(SOURCES, 'cli/main.ts'),
  };
  const build = await rolldown({
    input,
    external: isDependency,
    plugins: [byPlatform],
    // No Node code in what browsers load. The rest checks at run time.
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  await build.write({
    dir: output,
    format: 'esm',
    chunkFileNames: 'shared/[name].js',
    // Frameworks that render on a server need to know that hooks are for browsers.
    banner: ({ name, isEntry }) => (isEntry && name === 'react' ? "'use client';" : ''),
  });
  await build.close();
}

/** The files outside of the package's folder whose types it has. */
const SHARED_TYPES = ['configuration-types', 'proof-of-work'];

/** Declarations that name no package but React and React Query. */
async function declare(output: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-types-'));
  try {
    const compiler = path.join(PROJECT, 'node_modules/typescript-7/bin/tsc');
    await run(process.execPath, [compiler, '-p', PACKAGE, '--outDir', folder], { cwd: PROJECT });
    const declared = path.join(folder, 'package/src');
    for (const file of await readdir(declared, { recursive: true })) {
      if (!file.endsWith('.d.ts')) continue;
      const text = await readFile(path.join(declared, file), 'utf8');
      const target = path.join(output, file);
      await mkdir(path.dirname(target), { recursive: true });
      // The compiler leaves `.ts` endings, which would name sources again.
      const named = text.replaceAll(/(from '\.[^']*)\.tsx?'/g, "$1.js'");
      await writeFile(target, named.replaceAll("'../../src/shared/", "'./shared/"));
    }
    await mkdir(path.join(output, 'shared'), { recursive: true });
    for (const file of SHARED_TYPES.map((name) => `shared/${name}.d.ts`))
      await copyFile(path.join(folder, 'src', file), path.join(output, file));
  } catch (error) {
    const said = (error as { stdout?: string }).stdout;
    throw said ? new Error(said, { cause: error }) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the package and puts its tarball into `folder`. Returns the tarball's path. */
export async function packPackage(folder: string): Promise<string> {
  // A folder of its own, because two builds in one folder would delete each other's files.
  const copy = await mkdtemp(path.join(tmpdir(), 'foyer-pack-'));
  try {
    for (const file of ['package.json', 'README.md', 'LICENSE'])
      await copyFile(path.join(PACKAGE, file), path.join(copy, file));
    const output = path.join(copy, 'dist');
    await Promise.all([bundle(output), declare(output)]);
    await copyFile(path.join(SOURCES, 'react.css'), path.join(output, 'react.css'));
    // TypeScript needs a declaration of the style sheet.
    await writeFile(path.join(output, 'react.css.d.ts'), 'export {};\n');
    return await packFolder(copy, folder);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Returns the path of the tarball, which is in `folder`. Its name has no version, so documents can name it. */
export async function packFolder(source: string, folder: string): Promise<string> {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: source });
  const [packed] = JSON.parse(stdout) as { name: string; filename: string }[];
  if (!packed) throw new Error('npm pack made nothing');
  const tarball = path.join(folder, `${packed.name}.tgz`);
  await rename(path.join(folder, packed.filename), tarball);
  return tarball;
}
