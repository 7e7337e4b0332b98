import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

async function readJson<T>(file: URL): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}

/** The versions that `package.json` of `folder` wants, by package. */
export async function readWantedVersions(folder: URL): Promise<Record<string, string>> {
  const manifest = await readJson<{ devDependencies: Record<string, string> }>(
    new URL('package.json', folder),
  );
  return manifest?.devDependencies ?? {};
}

/** Installs the packages of `folder` that are missing or differ from its `package.json`. */
export async function installPackages(folder: URL, say: (line: string) => void): Promise<void> {
  const wanted = Object.entries(await readWantedVersions(folder));
  const present = await Promise.all(
    wanted.map(async ([name, version]) => {
      const file = new URL(`node_modules/${name}/package.json`, folder);
      return (await readJson<{ version: string }>(file))?.version === version;
    }),
  );
  if (present.every(Boolean)) return;
  const prefix = path.relative('', fileURLToPath(folder));
  say(`installing the packages of ${prefix} (once)`);
  try {
    await promisify(execFile)('npm', ['ci', '--prefix', prefix, '--no-audit', '--no-fund']);
  } catch (cause) {
    throw new Error(`Packages could not be installed. Try it by hand: npm ci --prefix ${prefix}`, { cause });
  }
}
