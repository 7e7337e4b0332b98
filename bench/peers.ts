import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './children.ts';

const PEERS = new URL('./', import.meta.url);

async function readJson<T>(file: URL): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}

async function readWantedPackages(folder: URL): Promise<Record<string, string>> {
  const manifest = await readJson<{ devDependencies: Record<string, string> }>(
    new URL('package.json', folder),
  );
  return manifest?.devDependencies ?? {};
}

/** Installs the packages of `folder` that are missing or differ from its `package.json`. */
export async function installPackages(folder: URL, say: (line: string) => void): Promise<void> {
  const wanted = Object.entries(await readWantedPackages(folder));
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
    await runProgram('npm', ['ci', '--prefix', prefix, '--no-audit', '--no-fund']);
  } catch (cause) {
    throw new Error(`Packages could not be installed. Try it by hand: npm ci --prefix ${prefix}`, { cause });
  }
}

export const installPeers = (say: (line: string) => void) => installPackages(PEERS, say);
export const peerVersions = () => readWantedPackages(PEERS);
