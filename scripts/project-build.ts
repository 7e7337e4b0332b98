import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress-assets.ts';
import { bundleServer } from './server-bundle.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
export const OUTPUT = path.join(PROJECT, 'dist');
/** The list of `ServerBundle`, for the package `foyer-server`. */
export const SERVER_BUNDLES = path.join(OUTPUT, '.server-bundles.json');
/** The digest of the build's input. It is written last, so that an interrupted build does not count. */
const STAMP = path.join(OUTPUT, '.built-from');
/** The input of the build. Tests are left out. */
const INPUT_FOLDERS = ['src/client', 'src/locales', 'src/server', 'src/shared'];
const INPUT_FILES = /^(package(-lock)?|tsconfig(\.build)?)\.json$|^vite\.config\./;
const BUILD_SCRIPTS = ['project-build', 'server-bundle', 'compress-assets'].map(
  (name) => `scripts/${name}.ts`,
);
const SETTINGS_DOCUMENT = 'docs/settings.md';
const TEST_FILE = /\.test(-d)?\.tsx?$/;

/**
 * What processes and threads start with. The server shares no file with the others: in files for both it needs
 * 35 MB more.
 */
const BUNDLES = [
  ['server/main.js'],
  [
    'server/commands/main.js',
    'server/development/embedded-database/engine-process.js',
    'server/domain/passwords/password-hash-thread.js',
  ],
];

/** The build keeps the values of these modules, so that the server needs neither development packages nor documents. */
export const VALUE_MODULES = {
  'brand/word-list': () => import('../src/server/brand/word-list.ts'),
  'domain/passkeys/authenticator-list': () => import('../src/server/domain/passkeys/authenticator-list.ts'),
  'identity-providers/built-in-marks': () => import('../src/server/identity-providers/built-in-marks.ts'),
  'settings/documented-settings': () => import('../src/server/settings/documented-settings.ts'),
} as const;

async function keepValues(): Promise<void> {
  for (const [name, load] of Object.entries(VALUE_MODULES)) {
    const lines = Object.entries(await load()).map(
      ([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`,
    );
    await writeFile(path.join(OUTPUT, 'server', `${name}.js`), lines.join(''));
  }
}

/** Unlike modification times, a digest survives a clone and a change of branch. */
async function digestInputs(): Promise<string> {
  const inFolders = INPUT_FOLDERS.map(async (folder) => {
    const entries = await readdir(path.join(PROJECT, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !TEST_FILE.test(entry.name))
      .map((entry) => path.relative(PROJECT, path.join(entry.parentPath, entry.name)));
  });
  const atTop = (await readdir(PROJECT)).filter((file) => INPUT_FILES.test(file));
  const inputs = [
    ...BUILD_SCRIPTS,
    SETTINGS_DOCUMENT,
    ...atTop,
    ...(await Promise.all(inFolders)).flat(),
  ].sort();
  const digest = createHash('sha256');
  for (const file of inputs) {
    const content = await readFile(path.join(PROJECT, file));
    digest.update(`${file}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [path.join(PROJECT, 'node_modules', program), ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path.basename(program)} failed`);
}

export async function isBuilt(): Promise<boolean> {
  const built = await readFile(STAMP, 'utf8').catch(() => null);
  return built !== null && built === (await digestInputs());
}

/** Builds the client and the renderer of signed-out pages with Vite, and the server with esbuild. */
export async function buildProject(): Promise<void> {
  const digest = await digestInputs();
  await rm(OUTPUT, { recursive: true, force: true });
  await Promise.all([
    run('vite/bin/vite.js', ['build', '--logLevel', 'warn']).then(() =>
      compressAssets(path.join(OUTPUT, 'client/assets')),
    ),
    run('vite/bin/vite.js', ['build', '--ssr', 'sign-in/render.tsx', '--logLevel', 'warn']),
    run('typescript-7/bin/tsc', ['-p', 'tsconfig.build.json'])
      .then(keepValues)
      .then(() => Promise.all(BUNDLES.map((entries) => bundleServer(OUTPUT, entries))))
      .then((bundles) => writeFile(SERVER_BUNDLES, JSON.stringify(bundles))),
  ]);
  await writeFile(STAMP, digest);
}
